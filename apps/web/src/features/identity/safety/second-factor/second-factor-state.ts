import type { Answer } from '@perenne/contract/endpoint';
import type { getSecondFactor } from '@perenne/contract/second-factor';

export type SecondFactor = Answer<typeof getSecondFactor>;

/** The props of a part of the card: the state, and what to do once it has changed. */
export interface SecondFactorPartProps {
  state: SecondFactor;
  /** With the recovery codes that the change brought, which are shown once. */
  onChanged: (recoveryCodes?: readonly string[]) => void;
}

/** Removing this one leaves the password alone. */
export const isLastProof = ({ totp, passkeys }: SecondFactor): boolean => (totp ? 1 : 0) + passkeys.length === 1;
