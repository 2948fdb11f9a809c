import { z } from 'zod';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import * as store from './agreements.store.ts';
import { openEmployee } from '../employees/employee-record.ts';
import { openEmployer } from '../employer-record.ts';
import { selectEmployersOfSafe, type EmployeeKey } from '../employers.store.ts';

type Parts = Pick<Platform, 'secrets' | 'clock'>;

/** The facts of a choice when it was made: they are printed on the receipt whatever changes later. */
const choiceFacts = z.object({
  firstName: z.string(),
  lastName: z.string(),
  employerName: z.string(),
  /** The number to which the code that confirmed it was sent; null where a safe was opened. */
  phone: z.string().nullable(),
});
export type ChoiceFacts = z.output<typeof choiceFacts>;

type Chosen = { facts: ChoiceFacts; journalHash?: Buffer | null };
type NewChoice = Chosen & { accepted: boolean };
type Keeping = NewChoice & { key: EmployeeKey; chosenAt: Date };

/** The last choice of an employee, and the entry of the safe's journal that records it, if there is a safe. */
export type AgreementChoice = ChoiceFacts & {
  choiceId: string;
  accepted: boolean;
  chosenAt: Date;
  journalHash: Buffer | null;
};

export type Agreement = {
  employer: { id: string; name: string };
  accepted: boolean;
  /** The time of the last choice. */
  since: Date | null;
  refusalAllowed: boolean;
};

/** How each employer of a safe's owner delivers, one entry an employer. */
export async function listAgreements(
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  safeId: string,
): Promise<Agreement[]> {
  const rows = await selectEmployersOfSafe(db, safeId);
  const agreements = rows.map(({ employerId, sealed, acceptedSince, chosenAt, refusalDisabled }) => ({
    employer: { id: employerId, name: openEmployer(secrets, employerId, sealed).name },
    accepted: acceptedSince !== null,
    since: chosenAt ?? acceptedSince,
    refusalAllowed: !refusalDisabled,
  }));
  return [...new Map(agreements.map((each) => [each.employer.id, each])).values()];
}

/**
 * The agreement of an owner with one employer, locked until the end; null where the owner is no
 * employee of that employer.
 */
export async function lockAgreement(
  tx: Tx,
  platform: Parts,
  { safeId, employerId }: { safeId: string; employerId: string },
): Promise<Agreement | null> {
  await store.lockEmployments(tx, { safeId, employerId });
  const agreements = await listAgreements(tx, platform, safeId);
  return agreements.find(({ employer }) => employer.id === employerId) ?? null;
}

/** Switches deposits of that employer off or on; from then on, they go where the owner chose. */
export async function chooseDelivery(
  tx: Tx,
  platform: Parts,
  { safeId, employerId, ...choice }: NewChoice & { safeId: string; employerId: string },
): Promise<Date> {
  const chosenAt = platform.clock.now();
  for (const { employeeId } of await store.lockEmployments(tx, { safeId, employerId })) {
    const key = { employerId, employeeId };
    const choiceId = await keepChoice(tx, platform, { key, chosenAt, ...choice });
    await store.applyChoice(tx, key, { choiceId, acceptedSince: choice.accepted ? chosenAt : null });
  }
  return chosenAt;
}

/** Deposits go on paper, for an employee who is locked and has chosen nothing yet. */
export async function markRefused(tx: Tx, platform: Parts, { key, ...chosen }: Chosen & { key: EmployeeKey }) {
  const chosenAt = platform.clock.now();
  const choiceId = await keepChoice(tx, platform, { key, chosenAt, ...chosen, accepted: false });
  await store.updateToRefused(tx, key, choiceId);
}

/**
 * A person who opens a safe for an employer's documents, or has that employer join it, accepts: for all employments with
 * that employer, since an owner has one agreement with each. A choice that was the same keeps its date.
 */
export async function keepAcceptance(
  tx: Tx,
  platform: Parts,
  { safeId, employerId, ...chosen }: Chosen & { safeId: string; employerId: string },
): Promise<void> {
  const chosenAt = platform.clock.now();
  for (const { employeeId, acceptedSince } of await store.lockEmployments(tx, { safeId, employerId })) {
    if (acceptedSince !== null) continue;
    const key = { employerId, employeeId };
    const choiceId = await keepChoice(tx, platform, { key, chosenAt, ...chosen, accepted: true });
    await store.applyChoice(tx, key, { choiceId, acceptedSince: chosenAt });
  }
}

/**
 * A refusal of one employment holds for the others that its owner has with that employer, from the day it was made and
 * with its receipt.
 */
export async function extendRefusal(
  tx: Tx,
  platform: Parts,
  { safeId, employerId }: { safeId: string; employerId: string },
): Promise<void> {
  const employments = await store.lockEmployments(tx, { safeId, employerId });
  const refused = employments.filter(({ acceptedSince }) => acceptedSince === null);
  if (refused.length === 0 || refused.length === employments.length) return;
  const chosen = await Promise.all(
    refused.map(({ employeeId }) => store.selectChoiceOfEmployee(tx, { employerId, employeeId })),
  );
  const last = chosen
    .flatMap((row) => (row && !row.accepted ? [row] : []))
    .toSorted(byDate)
    .at(-1);
  for (const { employeeId, acceptedSince } of employments) {
    if (acceptedSince === null) continue;
    const key = { employerId, employeeId };
    const choiceId = last
      ? await keepChoice(tx, platform, {
          ...{ key, accepted: false, chosenAt: last.chosenAt, journalHash: last.journalHash },
          facts: factsOf(platform.secrets, employerId, last),
        })
      : null;
    await store.applyChoice(tx, key, { choiceId, acceptedSince: null });
  }
}

const byDate = (one: store.LastChoiceRow, other: store.LastChoiceRow): number =>
  one.chosenAt.getTime() - other.chosenAt.getTime();

async function keepChoice(
  tx: Tx,
  { secrets, clock }: Parts,
  { key, accepted, chosenAt, facts, journalHash = null }: Keeping,
): Promise<string> {
  const choiceId = newId(clock);
  const sealed = sealJson(secrets.values, placeOf(choiceId), facts);
  await store.insertChoice(tx, key, { choiceId, accepted, chosenAt, sealed, journalHash });
  return choiceId;
}

/** The last choice of an employee, whether or not a safe was opened since. */
export async function readEmployeeChoice(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  key: EmployeeKey,
): Promise<AgreementChoice | null> {
  const row = await store.selectChoiceOfEmployee(db, key);
  return row ? openChoice(secrets, key.employerId, row) : null;
}

/** The last choice of the owner of a safe for one employer. */
export async function readOwnerChoice(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  of: { safeId: string; employerId: string },
): Promise<AgreementChoice | null> {
  const row = await store.selectChoiceOfOwner(db, of);
  return row ? openChoice(secrets, of.employerId, row) : null;
}

function openChoice(secrets: Secrets, employerId: string, row: store.LastChoiceRow): AgreementChoice {
  const { choiceId, accepted, chosenAt, journalHash } = row;
  return { choiceId, accepted, chosenAt, journalHash, ...factsOf(secrets, employerId, row) };
}

function factsOf(secrets: Secrets, employerId: string, row: store.LastChoiceRow): ChoiceFacts {
  if (row.sealed) return choiceFacts.parse(openJson(secrets.values, placeOf(row.choiceId), row.sealed));
  const { firstName, lastName } = openEmployee(secrets, row.employeeId, row.sealedEmployee);
  const employerName = openEmployer(secrets, employerId, row.sealedEmployer).name;
  return { firstName, lastName, employerName, phone: null };
}

const placeOf = (choiceId: string) => ({ table: 'agreement_choices', column: 'sealed', row: choiceId });
