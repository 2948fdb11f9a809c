export const behaviours = [
  ...(['invoices', 'one-more-each-time', 'empty', 'mfa', 'mfa-slow'] as const),
  ...(['password-expired', 'blocked', 'down', 'breaks', 'slow'] as const),
];
export type Behaviour = (typeof behaviours)[number];

/** A customer of the partner, and what happens to whoever visits in that name. */
export type PartnerAccount = { login: string; password: string; mfa: string | null; behaviour: Behaviour };

const password = 'Soleil-Levant-2026!';
const code = '294716';

const hasCode = (behaviour: Behaviour): boolean => behaviour === 'mfa' || behaviour === 'mfa-slow';

export const partnerAccounts: readonly PartnerAccount[] = behaviours.map((behaviour) => ({
  ...{ login: `${behaviour}@lumen.example`, password, behaviour },
  mfa: hasCode(behaviour) ? code : null,
}));

/** The troubles that the partner's page of accounts ends, and brings back. */
const troubles = ['empty', 'password-expired', 'blocked', 'down', 'breaks'] as const satisfies readonly Behaviour[];
export type Trouble = (typeof troubles)[number];
export const hasTrouble = (account: PartnerAccount): account is PartnerAccount & { behaviour: Trouble } =>
  troubles.some((trouble) => trouble === account.behaviour);

/** The one that follows a password that has expired. */
export const newPassword = 'Soleil-Couchant-2026!';

/** The account once its trouble has ended. */
export const settled = (account: PartnerAccount): PartnerAccount => ({
  ...{ ...account, behaviour: 'invoices' },
  ...(account.behaviour === 'password-expired' && { password: newPassword }),
});

/** For how long the partner takes a code. */
export const codeLifeMs = (behaviour: Behaviour): number => (behaviour === 'mfa-slow' ? 5_000 : 600_000);

/** How many invoices an account has; `visits` counts its sign-ins. */
export function invoiceCount(behaviour: Behaviour, visits: number): number {
  if (behaviour === 'empty') return 0;
  if (behaviour === 'one-more-each-time') return visits;
  return behaviour === 'slow' ? 3 : 24;
}
