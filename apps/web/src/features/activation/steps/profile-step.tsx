import { phone } from '@perenne/contract/fields';
import { profileFields } from '@perenne/contract/identity';
import { Controller, useForm } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { countriesIn } from '../../../lib/i18n/countries.ts';
import { useFieldProps } from '../../../lib/forms/form.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { isFrenchPhone } from '../../../lib/i18n/french-phone.ts';
import { ComboBox } from '../../../ui/fields/combo-box.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import css from '../activation.module.css';
import { StepActions } from '../step-frame.tsx';
import { useDraft } from '../flow/use-draft.ts';

const { birthDate: _known, ...asked } = profileFields;
const schema = z.object({ ...asked, phone: phone.refine(isFrenchPhone, { params: { rule: 'phone' } }) });
const resolver = contractResolver(schema);

export function ProfileStep() {
  const t = useTranslations('activation');
  const fieldProps = useFieldProps();
  const formats = useFormats();
  const countries = countriesIn(useLocale());
  const { send } = ActivationActor.useActorRef();
  const { profile, identity } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const form = useForm({ resolver, defaultValues: profile });
  const { control, handleSubmit } = form;
  useDraft(form, (values) => send({ type: 'DRAFT', changes: { profile: values } }));
  const text = (name: 'firstName' | 'lastName' | 'address' | 'postalCode' | 'city', autoComplete: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const { value, ...props } = fieldProps(field, fieldState);
        const isOptional = name !== 'firstName' && name !== 'lastName';
        return (
          <TextField
            {...props}
            value={value ?? ''}
            label={t(name)}
            autoComplete={autoComplete}
            isOptional={isOptional}
            isRequired={!isOptional}
          />
        );
      }}
    />
  );
  return (
    <StepFrame title={t('profileTitle')} text={t('profileText')}>
      <form
        className={flow.form}
        noValidate
        onSubmit={(event) => void handleSubmit((filled) => send({ type: 'PROFILE_FILLED', profile: filled }))(event)}
      >
        <div className={css.pair}>
          {text('firstName', 'given-name')}
          {text('lastName', 'family-name')}
        </div>
        <dl className={css.fact}>
          <dt>{t('birthDate')}</dt>
          <dd>{formats.calendarDate(identity.birthDate)}</dd>
        </dl>
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneField {...fieldProps(field, fieldState)} label={t('phone')} isRequired />
          )}
        />
        {text('address', 'street-address')}
        <div className={css.postal}>
          {text('postalCode', 'postal-code')}
          {text('city', 'address-level2')}
        </div>
        <Controller
          control={control}
          name="country"
          render={({ field, fieldState }) => {
            const { inputRef: _, value, ...props } = fieldProps(field, fieldState);
            return <ComboBox {...props} value={value ?? null} options={countries} label={t('country')} isOptional />;
          }}
        />
        <StepActions submitLabel={t('next')} backTo="email" />
      </form>
    </StepFrame>
  );
}
