import { demoIdentities } from '../federation/identities.ts';
import type { Accounts } from './accounts.ts';

type Announced = { baseUrl: string; inboxUrl: string; isScanned: boolean; accounts: Accounts };

/** The text that a person needs to enter the demonstration which they started. */
export function announcementOf({ baseUrl, inboxUrl, isScanned, accounts }: Announced): string {
  const users = accounts.users.map((user) => [
    `${user.firstName} ${user.lastName}`,
    user.email,
    user.password,
    user.mustChangeEmail ? '(must change this address)' : '',
  ]);
  const pending = accounts.pending.map((person) => [
    `${person.firstName} ${person.lastName}`,
    person.activationCode,
    `born ${person.birthDate}`,
    employerName(accounts, person.employer),
  ]);
  const identities = (accounts.franceConnect?.identities ?? []).map(({ sub, firstName, lastName, login, password }) => [
    ...[`${firstName} ${lastName}`, login, password],
    situations[demoIdentities.find((each) => each.sub === sub)?.situation ?? 'unknown'],
  ]);
  const lines = [
    `Pérenne is ready: ${baseUrl}`,
    '',
    'Sign in with',
    ...inColumns(users),
    '',
    'Activate a safe with',
    ...inColumns(pending),
    '',
    'Sign in with FranceConnect (a stand-in of it) as',
    ...inColumns(identities),
    '',
    `Emails and text messages: ${inboxUrl}`,
    ...(isScanned ? [] : ['Files are not scanned: no antivirus is configured (CLAMD_URL).']),
    'This is a demonstration: its people are invented. Ctrl-C stops it.',
  ];
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`;
}

const situations = {
  linked: 'linked to the safe above',
  linkable: 'has the safe above, not linked yet',
  unknown: 'unknown here',
  pending: 'announced by an employer',
};

const employerName = ({ employers }: Accounts, id: string): string =>
  employers.find((employer) => employer.id === id)?.name ?? '';

function inColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}
