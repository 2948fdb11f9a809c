import { requestRefusalCode } from '@perenne/contract/activation';
import { phone } from '@perenne/contract/fields';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/forms/form.ts';
import { writeFault } from '../../../lib/forms/form-faults.ts';
import { isFrenchMobile } from '../../../lib/i18n/french-phone.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import { IdentityFields } from '../identity-fields.tsx';
import { keep } from '../flow/kept.ts';
import { StepActions } from '../step-frame.tsx';
import { useDraft } from '../flow/use-draft.ts';

const schema = requestRefusalCode.body.extend({ phone: phone.refine(isFrenchMobile, { params: { rule: 'mobile' } }) });
const resolver = contractResolver(schema);
type Refusal = z.output<typeof schema>;

/** Refusing needs no safe: the employer's code says who one is, and an SMS that it was meant. */
export function RefusalStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage('activation');
  const { send } = ActivationActor.useActorRef();
  const { identity, refusalPhone, expired } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const form = useForm({ resolver, defaultValues: { ...identity, phone: refusalPhone } });
  useDraft(form, ({ phone: typed, ...rest }) =>
    send({ type: 'DRAFT', changes: { identity: rest, refusalPhone: typed } }),
  );
  const { run, isPending, error } = useAction(async (body: Refusal) => {
    try {
      const { activationToken } = await call(requestRefusalCode, { body });
      keep('refusalToken', activationToken);
      const { phone: called, ...said } = body;
      send({ type: 'REFUSAL_CODE_SENT', identity: said, phone: called, atMs: nowMs() });
    } catch (failure) {
      if (isApiError(failure, 'RefusalDisabled')) send({ type: 'REFUSAL_DISABLED' });
      else if (isApiError(failure, 'PhoneNumberFormatError'))
        form.setError('phone', { type: 'server', message: writeFault({ rule: 'mobile', bounds: {} }) });
      else if (!setServerErrors(failure, ['activationCode', 'lastName', 'birthDate', 'phone'], form.setError))
        throw failure;
    }
  });
  return (
    <StepFrame title={t('refusalTitle')} text={t('refusalText')} fault={error ? errorMessage(error) : undefined}>
      {expired === 'refusal' && !error && <Alert tone="info">{t('expiredRefusal')}</Alert>}
      <form className={flow.form} noValidate onSubmit={(event) => void form.handleSubmit(run)(event)}>
        <IdentityFields control={form.control} />
        <Controller
          control={form.control}
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneField {...fieldProps(field, fieldState)} label={t('phone')} hint={t('refusalPhoneHint')} isRequired />
          )}
        />
        <StepActions submitLabel={t('refusalSubmit')} isPending={isPending} backTo="delivery" />
      </form>
    </StepFrame>
  );
}
