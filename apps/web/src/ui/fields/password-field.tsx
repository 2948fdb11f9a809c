import { IconCheck, IconEye, IconEyeOff, IconPoint } from '../buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import css from './password-field.module.css';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end'> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations('ui');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck="false"
      end={
        <IconButton label={isShown ? t('hidePassword') : t('showPassword')} onPress={() => setShown(!isShown)}>
          <Icon size={20} stroke={1.75} aria-hidden />
        </IconButton>
      }
    />
  );
}

/** The rules of a new password, each ticked as soon as it is kept. */
export function PasswordRules({ rules }: { rules: readonly { label: string; isKept: boolean }[] }) {
  const t = useTranslations('ui');
  return (
    <ul className={css.rules} aria-label={t('passwordRules')}>
      {rules.map((rule) => {
        const Icon = rule.isKept ? IconCheck : IconPoint;
        return (
          <li key={rule.label} data-kept={rule.isKept || undefined}>
            <Icon size={18} stroke={2.25} aria-hidden />
            <span>
              {rule.label}
              <span className="sr"> – {rule.isKept ? t('ruleKept') : t('ruleMissing')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
