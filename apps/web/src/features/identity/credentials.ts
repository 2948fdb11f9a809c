import type { FieldError, Resolver } from 'react-hook-form';
import { faultOf, writeFault } from '../../lib/forms/form-faults.ts';

interface Credentials {
  email: string;
  password: string;
}

/** The contract's schema takes these for an address: a test compares the two. */
const address = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;
const longestAddress = 254;
const longestPassword = 1024;

const fault = (rule: string, bounds: Record<string, number> = {}): FieldError => ({
  type: rule,
  message: writeFault(faultOf(rule, bounds)),
});

function faultOfEmail(email: string): FieldError | undefined {
  if (email === '') return fault('required');
  if (email.length > longestAddress) return fault('maxLength', { max: longestAddress });
  return address.test(email) ? undefined : fault('email');
}

function faultOfPassword(password: string): FieldError | undefined {
  if (password === '') return fault('required');
  return password.length > longestPassword ? fault('maxLength', { max: longestPassword }) : undefined;
}

/** The rules of a sign-in, written by hand: nobody waits for Zod to open their safe. */
export const credentialsResolver: Resolver<Credentials, unknown, Credentials> = ({ email: typed, password }) => {
  const email = typed.trim();
  const [wrongEmail, wrongPassword] = [faultOfEmail(email), faultOfPassword(password)];
  if (!wrongEmail && !wrongPassword) return { values: { email, password }, errors: {} };
  return {
    values: {},
    errors: { ...(wrongEmail ? { email: wrongEmail } : {}), ...(wrongPassword ? { password: wrongPassword } : {}) },
  };
};
