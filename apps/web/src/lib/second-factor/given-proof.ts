/** What a sign-in under way is finished with; its identifier is the caller's to add. */
export type GivenProof =
  | { method: 'TOTP' | 'RECOVERY_CODE'; code: string }
  | { method: 'PASSKEY'; response: Record<string, unknown> };
