import { testRecoveryCode } from '@perenne/contract/second-factor';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { contractResolver } from '../../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { useFieldProps } from '../../../../lib/forms/form.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../../ui/overlays/modal.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import css from '../safety.module.css';

const resolver = contractResolver(testRecoveryCode.body);

/** Whether a code from the drawer would serve, without using it up. */
export function TestCodeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('secondFactorSettings');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const [outcome, setOutcome] = useState<'good' | 'wrong'>();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { code: '' } });
  const { run, isPending, error } = useAction(async (body: { code: string }) => {
    setOutcome(undefined);
    try {
      await call(testRecoveryCode, { body });
      setOutcome('good');
    } catch (failure) {
      if (!isApiError(failure, 'WrongSecondFactor')) throw failure;
      setOutcome('wrong');
    }
  });
  return (
    <Modal title={t('testTitle')} onClose={onClose} size="small">
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        <p className={css.text}>{t('testText')}</p>
        {outcome === 'good' && (
          <Alert tone="success" isLive>
            {t('testGood')}
          </Alert>
        )}
        {error !== undefined && (
          <Alert tone="danger" isLive>
            {errorMessage(error)}
          </Alert>
        )}
        <Controller
          control={control}
          name="code"
          render={({ field, fieldState }) => {
            const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
            return (
              <TextField
                {...props}
                errorMessage={broken ?? (outcome === 'wrong' ? t('testWrong') : undefined)}
                label={t('testCode')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck="false"
                isRequired
                // The dialog was opened to type here.
                autoFocus
              />
            );
          }}
        />
        <ModalActions>
          <Button onPress={onClose}>{ui('close')}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('testSubmit')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
