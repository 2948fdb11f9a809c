import { verificationCode } from '@perenne/contract/fields';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from '../../forms/contract-resolver.ts';
import { useFieldProps } from '../../forms/form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { GivenProof } from './given-proof.ts';
import css from './second-factor.module.css';

const resolvers = {
  TOTP: contractResolver(z.object({ code: verificationCode })),
  RECOVERY_CODE: contractResolver(z.object({ code: z.string().trim().min(1).max(40) })),
};

interface CodeProofProps {
  method: 'TOTP' | 'RECOVERY_CODE';
  isPending: boolean;
  isWrong: boolean;
  onProof: (proof: GivenProof) => void;
}

export function CodeProof({ method, isPending, isWrong, onProof }: CodeProofProps) {
  const t = useTranslations('secondFactorStep');
  const fieldProps = useFieldProps();
  const { control, handleSubmit } = useForm({ resolver: resolvers[method], defaultValues: { code: '' } });
  const submit = handleSubmit(({ code }) => onProof({ method, code }));
  return (
    <form className={css.proof} noValidate onSubmit={(event) => void submit(event)}>
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => {
          const { errorMessage: broken, ...props } = fieldProps(field, fieldState);
          const shared = { ...props, errorMessage: broken ?? (isWrong ? t(`wrong${method}`) : undefined) };
          return method === 'TOTP' ? (
            <CodeField {...shared} label={t('totpCode')} isRequired onComplete={() => void submit()} />
          ) : (
            <TextField
              {...shared}
              label={t('recoveryCode')}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck="false"
              isRequired
            />
          );
        }}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}
