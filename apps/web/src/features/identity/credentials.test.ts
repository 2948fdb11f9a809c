import { login } from '@perenne/contract/identity';
import type { ResolverOptions } from 'react-hook-form';
import { expect, it } from 'vitest';
import { credentialsResolver } from './credentials.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';

const byContract = contractResolver(login.body.pick({ email: true, password: true }));
const options: ResolverOptions<{ email: string; password: string }> = { fields: {}, shouldUseNativeValidation: false };

const addresses = [
  ...['', 'claire', 'claire@', '@example.org', 'claire@example', 'claire@example.org', ' claire@example.org '],
  ...['Claire.Renaudin+paie@Example.ORG', "d'arc_58@sub.example.fr", 'a..b@example.org', '.a@example.org'],
  ...['a.@example.org', 'élise@example.org', 'a b@example.org', 'a@-example.org', 'a@example.c', 'a@exa_mple.org'],
  ...['a@example..org', 'a@[127.0.0.1]', '"a"@example.org', "a'@example.org", `${'a'.repeat(250)}@example.org`],
];
const passwords = ['', ' ', 'x', 'x'.repeat(1024), 'x'.repeat(1025)];

it.each(addresses.flatMap((email) => passwords.map((password) => ({ email, password }))))(
  'judges as the contract does: “$email”',
  async (values) => {
    const judge = async (resolver: typeof byContract) => {
      const judged = await resolver(values, undefined, options);
      const { email, password } = judged.errors;
      return { values: judged.values, email: email?.message, password: password?.message };
    };
    expect(await judge(credentialsResolver)).toEqual(await judge(byContract));
  },
);

it('asks for an address where only spaces were typed', async () => {
  const { errors } = await credentialsResolver({ email: ' ', password: 'x' }, undefined, options);
  expect(errors.email?.type).toBe('required');
});
