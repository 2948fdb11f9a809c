import { IconLink, IconMail } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx';
import css from './create-share.module.css';
import { EmailForm } from './email-form.tsx';
import { LinkForm } from './link-form.tsx';
import { useChange, useShare } from './share-actor.ts';
import { useCreateShare } from './use-create-share.ts';

/** To whom: people who are written to, or whoever is given the link. */
export function ModeStep() {
  const t = useTranslations('newShare');
  const { mode } = useShare();
  const change = useChange();
  const creation = useCreateShare();
  return (
    <StepFrame title={t('modeTitle')} text={t('modeText')} fault={creation.fault}>
      <div className={css.form}>
        <ChoiceCards
          label={t('mode')}
          value={mode}
          onChange={(chosen) => change({ mode: chosen })}
          choices={[
            {
              id: 'EMAIL',
              title: t('byEmail'),
              text: t('byEmailText'),
              icon: <IconMail size={22} stroke={1.6} aria-hidden />,
            },
            {
              id: 'LINK',
              title: t('byLink'),
              text: t('byLinkText'),
              icon: <IconLink size={22} stroke={1.6} aria-hidden />,
            },
          ]}
        />
        {mode === 'EMAIL' ? <EmailForm creation={creation} /> : <LinkForm creation={creation} />}
      </div>
    </StepFrame>
  );
}
