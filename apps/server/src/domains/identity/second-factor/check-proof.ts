import type { SecondFactorProof } from '@perenne/contract/second-factor';
import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { lockOwner, mailTo } from '../account/owner.ts';
import { credentialTagOf, readFactors } from './factor-record.ts';
import { countUse, keepCredentialTag } from './factors.store.ts';
import { countCodes, useCode } from './recovery-codes.store.ts';
import { recoveryTag } from './recovery-codes.ts';
import { secondFactorMails } from './second-factor.messages.ts';
import { stepOf } from './totp/totp.rules.ts';
import { findUsed, isOfOwner, readAnswer, userHandleOf } from './passkeys/web-authn.ts';

type Claim<P = SecondFactorProof> = { safeId: string; proof: P; challenge: string | null };
type ProofBy<M> = Extract<SecondFactorProof, { method: M }>;

/** Uses the proof up where it is right: no code serves twice, no passkey counts backwards. */
export async function checkProof(tx: Tx, platform: Platform, { proof, ...claim }: Claim): Promise<boolean> {
  if (proof.method === 'TOTP') return useTotp(tx, platform, { ...claim, proof });
  if (proof.method === 'PASSKEY') return usePasskey(tx, platform, { ...claim, proof });
  return useRecoveryCode(tx, platform, { ...claim, proof });
}

async function useTotp(tx: Tx, platform: Platform, { safeId, proof }: Claim<ProofBy<'TOTP'>>): Promise<boolean> {
  const { totp } = await readFactors(tx, platform, safeId);
  const now = platform.clock.now();
  const step = totp && stepOf(totp.secret, proof.code, now);
  if (!totp || step === null) return false;
  return countUse(tx, { safeId, factorId: totp.factorId }, { counter: step, at: now });
}

async function usePasskey(tx: Tx, platform: Platform, claim: Claim<ProofBy<'PASSKEY'>>): Promise<boolean> {
  const { safeId, proof, challenge } = claim;
  const { passkeys } = await readFactors(tx, platform, safeId);
  const passkey = findUsed(proof.response, passkeys);
  if (!passkey || challenge === null || !isOfOwner(proof.response, userHandleOf(platform, safeId))) return false;
  const counter = await readAnswer(platform, proof.response, { passkey, challenge });
  if (counter === null) return false;
  await keepCredentialTag(tx, { safeId, factorId: passkey.factorId }, credentialTagOf(platform, passkey.credentialId));
  return countUse(tx, { safeId, factorId: passkey.factorId }, { counter, at: platform.clock.now() });
}

async function useRecoveryCode(tx: Tx, platform: Platform, claim: Claim<ProofBy<'RECOVERY_CODE'>>): Promise<boolean> {
  const { safeId, proof } = claim;
  const now = platform.clock.now();
  const isRight = await useCode(tx, safeId, { tag: recoveryTag(platform, safeId, proof.code), now });
  if (!isRight) return false;
  const left = (await countCodes(tx, safeId))?.left ?? 0;
  const to = await lockOwner(tx, platform, safeId);
  const mail = (locale: 'fr' | 'en') =>
    secondFactorMails[locale].codeUsed(left, parisMinute(locale, now), securityUrl(platform));
  await mailTo(tx, platform, { to, mail });
  return true;
}

const securityUrl = ({ settings }: Pick<Platform, 'settings'>): string =>
  new URL('/account/safety', settings.publicUrl).href;
