import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { IconArrowLeft, IconDeviceMobile, IconFingerprint, IconLifebuoy } from '../../../ui/buttons/icons.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { CodeProof } from './code-proof.tsx';
import type { GivenProof } from './given-proof.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import css from './second-factor.module.css';

type Method = SecondFactorChallenge['methods'][number];

const icons = { PASSKEY: IconFingerprint, TOTP: IconDeviceMobile, RECOVERY_CODE: IconLifebuoy };
/** The quickest first; a recovery code is used up. */
const order: readonly Method[] = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'];

interface SecondFactorFormProps {
  challenge: SecondFactorChallenge;
  isPending: boolean;
  /** The last proof did not serve. */
  isWrong: boolean;
  fault: string | undefined;
  /** Default: back to the password. */
  backLabel?: string;
  onProof: (proof: GivenProof) => void;
  /** Another method is shown: what was said of the one before no longer holds. */
  onOtherMethod: () => void;
  onBack: () => void;
}

/** The second proof, by the methods that the account has; whatever asked for it says what follows. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { challenge, isPending, isWrong, fault, backLabel, onProof, onOtherMethod, onBack } = props;
  const t = useTranslations('secondFactorStep');
  const methods = order.filter((method) => challenge.methods.includes(method));
  const [method, setMethod] = useState<Method>(methods[0] ?? 'RECOVERY_CODE');
  useHeadingFocus(method);
  const choose = (other: Method) => {
    onOtherMethod();
    setMethod(other);
  };
  const proof = { isPending, isWrong, onProof };
  return (
    <section className={css.page}>
      <PageHeading title={t('title')} subtitle={t(`text${method}`)} />
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
      {method === 'PASSKEY' ? (
        <PasskeyProof options={challenge.passkeyOptions} {...proof} />
      ) : (
        <CodeProof key={method} method={method} {...proof} />
      )}
      <div className={css.others}>
        {methods.length > 1 && <h2>{t('others')}</h2>}
        {methods
          .filter((other) => other !== method)
          .map((other) => {
            const Icon = icons[other];
            return (
              <Button key={other} onPress={() => choose(other)}>
                <Icon size={20} stroke={1.75} aria-hidden />
                {t(`use${other}`)}
              </Button>
            );
          })}
        <Button variant="quiet" onPress={onBack}>
          <IconArrowLeft size={19} stroke={1.75} aria-hidden />
          {backLabel ?? t('back')}
        </Button>
      </div>
    </section>
  );
}

/** Another method is another screen: its heading takes the focus, as after a navigation. */
function useHeadingFocus(method: Method) {
  const shown = useRef(method);
  useEffect(() => {
    if (shown.current === method) return;
    shown.current = method;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [method]);
}
