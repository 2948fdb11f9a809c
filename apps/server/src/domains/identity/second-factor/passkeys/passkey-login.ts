import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Bearer, Guest } from '../../../../platform/http/actors.ts';
import { uuidOf } from '../../../../platform/identifiers.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { judgeOwner, noteRefusal } from '../../account/credentials.ts';
import { enter, issueEntryToken, type Entered } from '../../sign-in/enter.ts';
import { findOwner } from '../../account/owner.ts';
import type { ForbiddenAddress } from '../../sign-in/sign-in.ts';
import { spendToken } from '../../account/spent-tokens.ts';
import { checkProof } from '../check-proof.ts';
import { credentialTagOf } from '../factor-record.ts';
import { findPasskeySafe } from '../factors.store.ts';
import { anyPasskeyQuestion, readClaim } from './web-authn.ts';

const lifeMs = 5 * 60_000;
const nonceBytes = 16;
const endBytes = 6;
const tagBytes = 32;

/** Asks for any passkey of this host. Nothing is kept: the challenge says until when it is good, and for which browser. */
export async function beginPasskeyLogin(
  platform: Platform,
  guest: Guest,
): Promise<{ options: Record<string, unknown> }> {
  guest.keepBrowser?.();
  return { options: await anyPasskeyQuestion(platform.settings, newChallenge(platform, guest)) };
}

type Answering = { response: Record<string, unknown>; isForbidden: ForbiddenAddress };
type SignedInByPasskey = { token: string } | { loginUrl: string };

/**
 * Signs in whose passkey has answered. It has verified its user, so that it counts as both factors, and wrong passwords
 * do not close it.
 * @throws {DomainError} Unauthorized, for every answer that opens nothing
 */
export async function finishPasskeyLogin(
  platform: Platform,
  guest: Guest,
  { response, isForbidden }: Answering,
): Promise<SignedInByPasskey> {
  const claim = readClaim(response);
  const nonce = claim && readNonce(platform, guest, claim.challenge);
  const safeId = claim && (await findPasskeySafe(platform.db, credentialTagOf(platform, claim.credentialId)));
  const owner = safeId && (await findOwner(platform.db, platform, safeId));
  if (!claim || !nonce || !safeId || !owner) throw new DomainError('Unauthorized');
  const forbidden = await isForbidden({ email: owner.email, safeId });
  const attempt = { guest, safeId, forbidden, nonce, challenge: claim.challenge, response };
  const entered = await platform.db.transaction().execute((tx) => judge(tx, platform, attempt));
  if (entered === 'elsewhere') return { loginUrl: String(platform.settings.otherVersionUrl) };
  return { token: await issueEntryToken(platform, guest, entered) };
}

type Attempt = {
  guest: Guest;
  safeId: string;
  forbidden: boolean;
  nonce: string;
  challenge: string;
  response: Record<string, unknown>;
};

/** A wrong answer leaves nothing behind, not even an entry: it cannot be guessed, and would fill a journal. */
async function judge(
  tx: Tx,
  platform: Platform,
  { guest, safeId, forbidden, nonce, challenge, response }: Attempt,
): Promise<Entered | 'elsewhere'> {
  const verdict = await judgeOwner(tx, platform, { safeId, forbidden });
  const proof = { signInId: '', method: 'PASSKEY' as const, response };
  const isProved = await checkProof(tx, platform, { safeId, proof, challenge });
  if (verdict === 'over' || !isProved || !(await spendToken(tx, platform, nonce)))
    throw new DomainError('Unauthorized');
  if (verdict === 'elsewhere') {
    await noteRefusal(tx, platform, { safeId, address: guest.address });
    return 'elsewhere';
  }
  const entry = { mustChangeEmail: verdict === 'mustChangeEmail', federated: null };
  return enter(tx, platform, { safeId, origin: guest, entry });
}

function newChallenge(platform: Platform, bearer: Bearer): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeUIntBE(platform.clock.now().getTime() + lifeMs, 0, endBytes);
  const said = Buffer.concat([randomBytes(nonceBytes), end]);
  return Buffer.concat([said, tagOf(platform, bearer, said)]);
}

/** The part of a challenge that serves once, as a UUID; null where it is not of this browser, over, or not ours. */
function readNonce(platform: Platform, bearer: Bearer, challenge: string): string | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== nonceBytes + endBytes + tagBytes) return null;
  const said = bytes.subarray(0, nonceBytes + endBytes);
  const isOurs = timingSafeEqual(bytes.subarray(said.length), tagOf(platform, bearer, said));
  if (!isOurs || said.readUIntBE(nonceBytes, endBytes) < platform.clock.now().getTime()) return null;
  return uuidOf(said.subarray(0, nonceBytes));
}

const tagOf = ({ secrets }: Platform, { browser }: Bearer, said: Buffer): Buffer =>
  secrets.codeTag('passkey-challenge', said.toString('hex'), browser ?? '');
