import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

/** Why the browser made no key: its owner gave up or waited too long, or has one here already. */
export type PasskeyFault = 'cancelled' | 'known';

/** Has the browser make a passkey under the server's options; gives what the server then checks. */
export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // The server made them by the same standard: it alone judges what comes back.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}

/** WebAuthn names its errors; what it does not know is no fault of the user. */
export function passkeyFaultOf(error: unknown): PasskeyFault | undefined {
  const name = error instanceof Error ? error.name : undefined;
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : undefined;
}
