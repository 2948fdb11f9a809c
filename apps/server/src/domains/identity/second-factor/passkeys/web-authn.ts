import { z } from 'zod';
import type { Log } from '../../../../platform/log.ts';
import type { Platform } from '../../../../platform/platform.ts';

/** A passkey as it is kept, sealed: base64url but for its name. */
export const passkeyRecord = z.object({
  name: z.string(),
  credentialId: z.string(),
  publicKey: z.string(),
  transports: z.array(z.string()),
});
export type PasskeyRecord = z.output<typeof passkeyRecord>;

/** Loaded with the first passkey: it reads certificates, and would be a part of each start. */
const webAuthn = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256 (RFC 9053), which every authenticator has one of. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Settings = Pick<Platform['settings'], 'publicUrl'>;
type Asked = { settings: Settings; log: Log };
type Options = Record<string, unknown> & { challenge: string };

/** The pages' own host: a passkey made for it answers to no other. */
const partyOf = ({ publicUrl }: Settings) => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

const described = ({ credentialId, transports }: PasskeyRecord) => ({ id: credentialId, transports });

type Holder = { userId: Buffer; email: string; name: string; passkeys: PasskeyRecord[] };

export async function newPasskeyOptions(settings: Settings, holder: Holder): Promise<Options> {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    supportedAlgorithmIDs,
    ...{ rpName: 'Pérenne', rpID: partyOf(settings).id, attestationType: 'none' as const },
    ...{ userID: new Uint8Array(holder.userId), userName: holder.email, userDisplayName: holder.name },
    excludeCredentials: holder.passkeys.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { ...options };
}

export async function passkeyQuestion(settings: Settings, passkeys: PasskeyRecord[]): Promise<Options> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(settings).id,
    allowCredentials: passkeys.map(described),
    userVerification: 'required',
  });
  return { ...options };
}

/** Any passkey of this host that is kept on a device may answer: it names itself. */
export async function anyPasskeyQuestion(settings: Settings, challenge: Buffer): Promise<Options> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    ...{ rpID: partyOf(settings).id, challenge: new Uint8Array(challenge), userVerification: 'required' as const },
  });
  return { ...options };
}

const credential = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

const madeCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).default([]),
  }),
});

const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().nullish(),
  }),
});

/** The passkey that a browser made for this challenge; null for anything else. */
export async function readNewPasskey(
  { settings, log }: Asked,
  given: unknown,
  challenge: string,
): Promise<(Omit<PasskeyRecord, 'name'> & { counter: number }) | null> {
  const response = madeCredential.safeParse(given);
  if (!response.success) return null;
  const { id, origin } = partyOf(settings);
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await ofForeignBytes(log, () =>
    verifyRegistrationResponse({
      response: response.data,
      supportedAlgorithmIDs,
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true },
    }),
  );
  if (!verified?.verified) return null;
  const { credential: made } = verified.registrationInfo;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    transports: response.data.response.transports,
    counter: made.counter,
  };
}

/** The name of an owner that a device keeps beside its passkeys. */
export const userHandleOf = ({ secrets }: Pick<Platform, 'secrets'>, safeId: string): Buffer =>
  secrets.tag('passkey-user', safeId);

/** False for an answer that names another owner than the passkey's (Web Authentication, 7.2, step 6). */
export function isOfOwner(given: unknown, userHandle: Buffer): boolean {
  const named = usedCredential.safeParse(given).data?.response.userHandle;
  return !named || Buffer.from(named, 'base64url').equals(userHandle);
}

/** Which of these passkeys a browser has answered with. */
export function findUsed<P extends PasskeyRecord>(given: unknown, passkeys: P[]): P | undefined {
  const response = usedCredential.safeParse(given);
  return passkeys.find(({ credentialId }) => credentialId === response.data?.id);
}

const clientData = z.object({ challenge: z.string() });

/**
 * The passkey and the challenge that an answer names, in base64url, both unproved; null for anything else, and where it
 * names no owner: nobody else has.
 */
export function readClaim(given: unknown): { credentialId: string; challenge: string } | null {
  const response = usedCredential.safeParse(given);
  if (!response.success) return null;
  const { id, response: answer } = response.data;
  if (!answer.userHandle) return null;
  const claimed = clientData.safeParse(parsed(Buffer.from(answer.clientDataJSON, 'base64url').toString()));
  return claimed.success ? { credentialId: id, challenge: claimed.data.challenge } : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The library does not look at the owner that an answer names; `isOfOwner` does. */
function withoutHandle({ response, ...rest }: z.output<typeof usedCredential>) {
  const { userHandle: _, ...signed } = response;
  return { ...rest, response: signed };
}

/** The new count of a passkey that has signed this challenge; null where it has not. */
export async function readAnswer(
  { settings, log }: Asked,
  given: unknown,
  asked: { passkey: PasskeyRecord & { counter: number }; challenge: string },
): Promise<number | null> {
  const { id, origin } = partyOf(settings);
  const { credentialId, publicKey, counter } = asked.passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await ofForeignBytes(log, () =>
    verifyAuthenticationResponse({
      response: withoutHandle(usedCredential.parse(given)),
      ...{ expectedChallenge: asked.challenge, expectedOrigin: origin, expectedRPID: id },
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The library throws a plain `Error` for whatever is wrong with what it is given. */
async function ofForeignBytes<T>(log: Log, verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'a passkey was refused');
    return null;
  }
}
