import { limits, withoutSpaces } from '@perenne/contract/fields';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepActions, StepBack } from '../../../lib/sign-in/flow/step.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import css from './create-share.module.css';
import { makeSecurityCode } from './security-code.ts';
import { ShareActor } from './share-actor.ts';
import type { Creation } from './use-create-share.ts';

/** The link's audience, and the code if there is to be one. The code is kept nowhere: a reload asks for it again. */
export function LinkForm({ creation }: { creation: Creation }) {
  const t = useTranslations('newShare');
  const forms = useTranslations('forms');
  const { send } = ShareActor.useActorRef();
  const hasCode = ShareActor.useSelector(({ context }) => context.hasCode);
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isShort = hasCode && withoutSpaces(code).length < limits.securityCodeMin;
  const submit = () => {
    setSubmitted(true);
    if (isShort) focusFault();
    else creation.submit({ mode: 'LINK', ...(hasCode ? { securityCode: code } : {}) });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        <Checkbox isSelected={hasCode} onChange={(isWanted) => send({ type: 'DRAFT', changes: { hasCode: isWanted } })}>
          {t('securityCode')}
        </Checkbox>
        <p className={css.under}>{t('securityCodeText')}</p>
      </div>
      {hasCode && (
        <div className={css.code}>
          <TextField
            label={t('code')}
            hint={t('codeHint', { min: limits.securityCodeMin })}
            errorMessage={isSubmitted && isShort ? forms('minLength', { min: limits.securityCodeMin }) : undefined}
            value={code}
            onChange={setCode}
            maxLength={limits.securityCodeMax}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            isRequired
          />
          <Button onPress={() => setCode(makeSecurityCode())}>{t('makeCode')}</Button>
        </div>
      )}
      {!hasCode && <Alert tone="info">{t('noCode')}</Alert>}
      <StepActions
        submitLabel={t('submitLink')}
        isPending={creation.isPending}
        back={<StepBack label={t('back')} onPress={() => send({ type: 'SHOW', step: 'summary' })} />}
      />
    </form>
  );
}
