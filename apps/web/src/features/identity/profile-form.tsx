import { getProfile, type Profile, putUser } from '@perenne/contract/identity';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { countriesIn } from '../../lib/i18n/countries.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/forms/form.ts';
import { useI18n } from '../../lib/i18n/i18n.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import css from './profile-infos.module.css';
import { profileSchema, type ProfileValues, readProfile, writeProfile } from './profile-values.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

const resolver = contractResolver(profileSchema);
const fields = Object.keys(profileSchema.shape) as (keyof ProfileValues)[];

export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('profile');
  const notify = useNotify();
  const queries = useQueryClient();
  const i18n = useI18n();
  const errorMessage = useErrorMessage();
  const [refusedPhone, setRefusedPhone] = useState<string>();
  const { control, handleSubmit, reset, resetField, setError, formState } = useForm({
    resolver,
    defaultValues: readProfile(profile),
  });
  const { isDirty } = formState;
  const { locale } = profile;
  // The bar above changes it too, while the other fields keep what was typed.
  useEffect(() => resetField('locale', { defaultValue: locale }), [resetField, locale]);
  const { run, isPending, error } = useAction(async (values: ProfileValues) => {
    setRefusedPhone(undefined);
    try {
      const saved = await call(putUser, { body: writeProfile(values) });
      queries.setQueryData(endpointQuery(getProfile).queryKey, saved);
      reset(readProfile(saved));
      if (saved.locale !== profile.locale) await i18n.setLocale(saved.locale);
      notify({ text: t('saved') });
    } catch (failure) {
      if (isApiError(failure, 'PhoneNumberFormatError')) setRefusedPhone(errorMessage(failure));
      else if (!setServerErrors(failure, fields, setError)) throw failure;
    }
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      <IdentityCard control={control} isLocked={profile.federated} />
      <ContactCard control={control} refusedPhone={refusedPhone} />
      <LanguageCard control={control} />
      <div className={css.save} data-dirty={isDirty || undefined}>
        <Button isDisabled={!isDirty} onPress={() => reset()}>
          {t('undo')}
        </Button>
        <Button type="submit" variant="primary" isDisabled={!isDirty} isPending={isPending}>
          {t('save')}
        </Button>
      </div>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  );
}

type Part = { control: Control<ProfileValues> };

interface TextProps extends Part {
  name: 'firstName' | 'lastName' | 'address' | 'postalCode' | 'city';
  autoComplete: string;
  isLocked?: boolean;
}

function Text({ control, name, autoComplete, isLocked }: TextProps) {
  const t = useTranslations('profile');
  const fieldProps = useFieldProps();
  const isOptional = name !== 'firstName' && name !== 'lastName';
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const { value, ...props } = fieldProps(field, fieldState);
        return (
          <TextField
            {...props}
            value={value ?? ''}
            label={t(name)}
            autoComplete={autoComplete}
            isOptional={isOptional}
            isRequired={!isOptional}
            isReadOnly={isLocked ?? false}
            {...(isLocked ? { hint: t('locked') } : {})}
          />
        );
      }}
    />
  );
}

/** The owner may not change the federation's facts of a person here: read only, with the reason and the way. */
function IdentityCard({ control, isLocked }: Part & { isLocked: boolean }) {
  const t = useTranslations('profile');
  const fieldProps = useFieldProps();
  return (
    <Card title={t('identity')}>
      {isLocked && (
        <div className={css.locked}>
          <Alert tone="info" title={t('lockedTitle')}>
            <p>{t('lockedText')}</p>
            <Link to="/account/france-connect">{t('lockedLink')}</Link>
          </Alert>
        </div>
      )}
      <div className={css.pair}>
        <Text control={control} name="firstName" autoComplete="given-name" isLocked={isLocked} />
        <Text control={control} name="lastName" autoComplete="family-name" isLocked={isLocked} />
      </div>
      <div className={css.narrow}>
        <Controller
          control={control}
          name="birthDate"
          render={({ field, fieldState }) => {
            const { inputRef: _, ...props } = fieldProps(field, fieldState);
            return (
              <DateField
                {...props}
                label={t('birthDate')}
                isRequired
                isReadOnly={isLocked}
                {...(isLocked ? { hint: t('locked') } : {})}
              />
            );
          }}
        />
      </div>
    </Card>
  );
}

function ContactCard({ control, refusedPhone }: Part & { refusedPhone: string | undefined }) {
  const t = useTranslations('profile');
  const fieldProps = useFieldProps();
  const countries = countriesIn(useLocale());
  return (
    <Card title={t('contact')}>
      <p className={css.text}>{t('contactText')}</p>
      <div className={css.narrow}>
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => {
            const { errorMessage, ...props } = fieldProps(field, fieldState);
            return <PhoneField {...props} errorMessage={errorMessage ?? refusedPhone} label={t('phone')} isRequired />;
          }}
        />
      </div>
      <Text control={control} name="address" autoComplete="street-address" />
      <div className={css.postal}>
        <Text control={control} name="postalCode" autoComplete="postal-code" />
        <Text control={control} name="city" autoComplete="address-level2" />
      </div>
      <Controller
        control={control}
        name="country"
        render={({ field, fieldState }) => {
          const { inputRef: _, value, ...props } = fieldProps(field, fieldState);
          return <ComboBox {...props} value={value ?? null} options={countries} label={t('country')} isOptional />;
        }}
      />
    </Card>
  );
}

function LanguageCard({ control }: Part) {
  const t = useTranslations('profile');
  const fieldProps = useFieldProps();
  const languages = [
    { id: 'fr', label: t('french') },
    { id: 'en', label: t('english') },
  ] as const;
  return (
    <Card title={t('language')}>
      <div className={css.narrow}>
        <Controller
          control={control}
          name="locale"
          render={({ field, fieldState }) => {
            const { inputRef: _, name: __, ...props } = fieldProps(field, fieldState);
            return <Select {...props} options={languages} label={t('language')} hint={t('languageText')} />;
          }}
        />
      </div>
    </Card>
  );
}
