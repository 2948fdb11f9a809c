import { IconFingerprint } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { askPasskey, type PasskeyFault } from './ask-passkey.ts';
import type { GivenProof } from './given-proof.ts';
import css from './second-factor.module.css';

interface PasskeyProofProps {
  options: Record<string, unknown> | undefined;
  isPending: boolean;
  isWrong: boolean;
  onProof: (proof: GivenProof) => void;
}

/** The browser asks for the passkey only on a press: some refuse to open their window by themselves. */
export function PasskeyProof({ options, isPending, isWrong, onProof }: PasskeyProofProps) {
  const t = useTranslations('secondFactorStep');
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<PasskeyFault>();
  const ask = async () => {
    setFault(undefined);
    setAsking(true);
    try {
      const asked = options ? await askPasskey(options) : { fault: 'passkeyUnsupported' as const };
      if ('fault' in asked) setFault(asked.fault);
      else onProof({ method: 'PASSKEY', response: asked.response });
    } catch {
      setFault('passkeyCancelled');
    } finally {
      setAsking(false);
    }
  };
  const words = fault ?? (isWrong ? 'passkeyWrong' : undefined);
  return (
    <div className={css.proof}>
      {words && (
        <Alert tone={fault === 'passkeyCancelled' ? 'warning' : 'danger'} isLive>
          {t(words)}
        </Alert>
      )}
      <Button variant="primary" isPending={isPending || isAsking} onPress={() => void ask()}>
        <IconFingerprint size={20} stroke={1.75} aria-hidden />
        {t('passkeySubmit')}
      </Button>
    </div>
  );
}
