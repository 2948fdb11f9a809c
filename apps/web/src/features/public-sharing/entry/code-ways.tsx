import type { SharingContext } from '@perenne/contract/public-sharings';
import type { CodeMode } from '@perenne/contract/shares';
import { IconDeviceMobile, IconMail } from '../../../ui/buttons/icons.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import css from '../guest-step.module.css';
import { GuestStep } from '../guest-step.tsx';
import { askForCode } from './ask-for-code.ts';
import { hasCode } from './code-entry.tsx';
import { EndVisit } from './end-visit.tsx';
import { useLeave } from './use-leave.ts';

const icons = { EMAIL: IconMail, SMS: IconDeviceMobile };

interface CodeWaysProps {
  context: SharingContext;
  reason: string | undefined;
}

/** One press: who is in a hurry chooses and has the code sent at once. */
export function CodeWays({ context, reason }: CodeWaysProps) {
  const t = useTranslations('publicShares');
  const errorMessage = useErrorMessage('sharing');
  const navigate = useNavigate();
  const leave = useLeave();
  const { sender, title, modes, maskedEmail, maskedPhone } = context;
  const showEntry = (by: CodeMode | typeof hasCode) => void navigate({ to: '/public/sharings', search: { by } });
  const { run, isPending, error } = useAction(async (mode: CodeMode) => {
    try {
      await askForCode({ shareId: context.shareId, mode });
      showEntry(mode);
    } catch (failure) {
      if (!leave(failure)) throw failure;
    }
  });
  const addresses = { EMAIL: maskedEmail, SMS: maskedPhone };
  const [first] = modes;
  return (
    <GuestStep
      title={t('checkTitle', { sender })}
      documentTitle={t('title')}
      text={t('checkText', { title })}
      notice={reason ? t('again') : undefined}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <p className={css.why}>{t('why')}</p>
      <div className={css.ways}>
        {modes.map((mode) => {
          const Icon = icons[mode];
          return (
            <Button
              key={mode}
              variant={mode === first ? 'primary' : 'secondary'}
              className={css.way ?? ''}
              isPending={isPending}
              onPress={() => void run(mode)}
            >
              <Icon size={24} stroke={1.75} aria-hidden />
              <span className={css.words}>
                {t(`by${mode}`)}
                <small>{addresses[mode]}</small>
              </span>
            </Button>
          );
        })}
        {first && (
          <Button variant="quiet" className={css.quiet ?? ''} onPress={() => showEntry(hasCode)}>
            {t('haveCode')}
          </Button>
        )}
        <EndVisit className={css.quiet ?? ''} />
      </div>
    </GuestStep>
  );
}
