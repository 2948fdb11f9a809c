import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

export type PasskeyFault = 'passkeyCancelled' | 'passkeyUnsupported';

/** Asks the browser for a passkey. Returns its answer, or why there is none; throws where its code does not come. */
export async function askPasskey(
  options: Record<string, unknown>,
): Promise<{ response: Record<string, unknown> } | { fault: PasskeyFault }> {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser');
  if (!browserSupportsWebAuthn()) return { fault: 'passkeyUnsupported' };
  try {
    // The contract leaves the inside of WebAuthn's messages to WebAuthn.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { response: { ...(await startAuthentication({ optionsJSON })) } };
  } catch {
    // Refused, timed out or none on this device: the browser does not say which, on purpose (WebAuthn, 14.5).
    return { fault: 'passkeyCancelled' };
  }
}
