import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CheckboxField } from '../../ui/fields/checkbox.tsx';
import css from './activation.module.css';

interface TermsProps {
  isAccepted: boolean;
  /** It was gone on without it. */
  isMissing: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** In a new tab: what is entered here stays. */
const termsLink = (words: ReactNode) => (
  <Link to="/terms" target="_blank">
    {words}
  </Link>
);

export function Terms({ isAccepted, isMissing, onChange }: TermsProps) {
  const t = useTranslations('activation');
  const forms = useTranslations('forms');
  return (
    <div className={css.terms}>
      <CheckboxField
        isSelected={isAccepted}
        onChange={onChange}
        errorMessage={isMissing ? forms('accepted') : undefined}
      >
        {t.rich('terms', { link: termsLink })}
      </CheckboxField>
    </div>
  );
}
