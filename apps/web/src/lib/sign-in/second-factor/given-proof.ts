/** The proof that finishes a sign-in under way; the caller adds its identifier. */
export type GivenProof =
  | { method: 'TOTP' | 'RECOVERY_CODE'; code: string }
  | { method: 'PASSKEY'; response: Record<string, unknown> };
