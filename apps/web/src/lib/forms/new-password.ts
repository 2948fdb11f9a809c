import { brokenPasswordRules, newPassword, type PasswordRule, passwordRules } from '@perenne/contract/fields';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from './contract-resolver.ts';

/** A chosen password that keeps the rules that a page can check, twice the same. */
export const newPasswordResolver = contractResolver(
  z
    .object({
      password: newPassword.refine((value) => brokenPasswordRules(value).length === 0, {
        params: { rule: 'password' },
      }),
      confirmation: z.string().min(1),
    })
    .refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      params: { rule: 'same' },
      // Checked also while the password still breaks a rule.
      when: () => true,
    }),
);

const ruleNames = {
  length: 'ruleLength',
  uppercase: 'ruleUppercase',
  lowercase: 'ruleLowercase',
  digit: 'ruleDigit',
  specials: 'ruleSpecials',
} as const satisfies Record<PasswordRule, string>;

/** The rules in words, and which of them a password keeps, for `PasswordRules`. */
export function usePasswordRules(password: string): { label: string; isKept: boolean }[] {
  const t = useTranslations('activation');
  return (Object.keys(passwordRules) as PasswordRule[]).map((rule) => ({
    label: t(ruleNames[rule]),
    isKept: passwordRules[rule](password),
  }));
}
