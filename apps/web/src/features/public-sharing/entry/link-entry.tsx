import type { SharingContext } from '@perenne/contract/public-sharings';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import css from '../guest-step.module.css';
import { GuestStep } from '../guest-step.tsx';
import { EndVisit } from './end-visit.tsx';
import { useEnter } from './use-enter.ts';

interface LinkEntryProps {
  context: SharingContext;
  reason: string | undefined;
}

/** A link that its owner passed on, with the code that they gave. Without one a press opens it: robots do not press. */
export function LinkEntry({ context, reason }: LinkEntryProps) {
  const t = useTranslations('publicShares');
  const forms = useTranslations('forms');
  const [code, setCode] = useState('');
  const { enter, isPending, refusal, refuse, fault } = useEnter();
  const { sender, title, securityCode } = context;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (securityCode && code === '') refuse(forms('required', { field: t('securityCode') }));
    else void enter(code);
  };
  return (
    <GuestStep
      title={t('checkTitle', { sender })}
      documentTitle={t('title')}
      text={t('checkText', { title })}
      notice={reason ? t('again') : undefined}
      fault={fault}
    >
      <p className={css.why}>{securityCode ? t('securityWhy', { sender }) : t('linkWhy')}</p>
      <form className={css.form} noValidate onSubmit={submit}>
        {securityCode && (
          <TextField
            label={t('securityCode')}
            value={code}
            onChange={setCode}
            errorMessage={refusal}
            isRequired
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
          />
        )}
        <div className={css.actions}>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('open')}
          </Button>
          <EndVisit />
        </div>
      </form>
    </GuestStep>
  );
}
