import type { SharingContext } from '@perenne/contract/public-sharings';
import type { CodeMode } from '@perenne/contract/shares';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import css from '../guest-step.module.css';
import { askForCode } from './ask-for-code.ts';
import { GuestStep } from '../guest-step.tsx';
import { EndVisit } from './end-visit.tsx';
import { useEnter } from './use-enter.ts';
import { useLeave } from './use-leave.ts';

/** In place of a way, where nothing was asked for now. */
export const hasCode = 'known';

interface CodeEntryProps {
  context: SharingContext;
  /** Absent where the visitor says that they have a code: nobody knows how it came. */
  way: CodeMode | undefined;
}

/** The code that was sent; it goes once its last digit is typed. */
export function CodeEntry({ context, way }: CodeEntryProps) {
  const t = useTranslations('publicShares');
  const forms = useTranslations('forms');
  const [code, setCode] = useState('');
  const { enter, isPending, refusal, refuse, fault } = useEnter();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === 6) void enter(code);
    else refuse(forms('code'));
  };
  const to = (way === 'EMAIL' ? context.maskedEmail : context.maskedPhone) ?? '';
  const text = way ? t(`codeText${way}`, { to }) : t('codeTextKnown');
  return (
    <GuestStep title={t('codeTitle')} documentTitle={t('codeTitle')} text={text} fault={fault}>
      <form className={css.form} noValidate onSubmit={submit}>
        <CodeField
          label={t('code')}
          value={code}
          onChange={setCode}
          onComplete={(complete) => void enter(complete)}
          errorMessage={refusal}
          isRequired
          // The step before has led here to type it.
          autoFocus
        />
        {way && <SendAgain shareId={context.shareId} way={way} />}
        <div className={css.actions}>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('open')}
          </Button>
          <Link to="/public/sharings" search={{}} className={buttonClass('quiet')}>
            {t('back')}
          </Link>
        </div>
        <EndVisit className={css.quiet ?? ''} />
      </form>
    </GuestStep>
  );
}

const waitSeconds = 30;
const faultMs = 8_000;

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
function SendAgain({ shareId, way }: { shareId: string; way: CodeMode }) {
  const t = useTranslations('publicShares');
  const notify = useNotify();
  const errorMessage = useErrorMessage('sharing');
  const leave = useLeave();
  const [seconds, restart] = useCountdown(waitSeconds);
  const { run, isPending } = useAction(async () => {
    try {
      await askForCode({ shareId, mode: way });
      notify({ text: t('sentAgain') });
      restart();
    } catch (failure) {
      if (!leave(failure)) notify({ type: 'error', text: errorMessage(failure), duration: faultMs });
    }
  });
  return (
    <Button
      variant="quiet"
      className={css.quiet ?? ''}
      isDisabled={seconds > 0}
      isPending={isPending}
      onPress={() => void run(undefined)}
    >
      {seconds > 0 ? t('sendAgainWait', { seconds }) : t('sendAgain')}
    </Button>
  );
}
