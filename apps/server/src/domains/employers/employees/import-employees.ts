import type { EmployeeResult } from '@perenne/contract/employers';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { activationCodeExpiry, newActivationCode } from './activation-code.ts';
import {
  activationCodeTag,
  contentTag,
  numberTag,
  personTag,
  sealEmployee,
  type EmployeeDetails,
} from './employee-record.ts';
import { readEmployeeLine, type ReadRow } from './employee-rows.ts';
import { insertEmployees, lockByNumbers, replaceEmployees } from './employees.store.ts';
import { lockEmployer } from '../employers.store.ts';
import type { Line } from './json-lines.ts';

type Numbered = ReadRow & { row: number };
type Outcome = Pick<EmployeeResult, 'result' | 'activationCode'>;

/** One transaction each: long enough to be fast, short enough to be kept in memory and to lock little. */
const rowsPerBatch = 400;

/** Stores the employees of a stream as it comes, and yields the outcome of each in the order sent. */
export async function* importEmployees(
  platform: Platform,
  { employerId }: { employerId: string },
  lines: AsyncIterable<Line>,
): AsyncGenerator<EmployeeResult[]> {
  for await (const batch of batchesOf(platform, lines)) {
    const good = batch.flatMap((row) => ('details' in row ? [row.details] : []));
    const outcomes = await storeEmployees(platform, employerId, good);
    yield batch.map((row) => resultOf(row, outcomes));
  }
}

/** An employee that comes twice begins another batch: within one, each has one outcome. */
async function* batchesOf(platform: Platform, lines: AsyncIterable<Line>): AsyncGenerator<Numbered[]> {
  let batch: Numbered[] = [];
  let numbers = new Set<string>();
  let row = 0;
  for await (const line of lines) {
    row += 1;
    const read = { ...readEmployeeLine(line, platform.clock.now()), row };
    const number = 'details' in read ? read.details.employeeNumber : undefined;
    if (batch.length === rowsPerBatch || (number !== undefined && numbers.has(number))) {
      yield batch;
      batch = [];
      numbers = new Set();
    }
    batch.push(read);
    if (number !== undefined) numbers.add(number);
  }
  if (batch.length > 0) yield batch;
}

function resultOf(row: Numbered, outcomes: Map<string, Outcome>): EmployeeResult {
  if ('errors' in row) return { row: row.row, employeeNumber: row.employeeNumber, result: 'error', errors: row.errors };
  const { employeeNumber } = row.details;
  const outcome = outcomes.get(employeeNumber);
  if (!outcome) throw new Error('an employee was neither stored nor refused');
  return { row: row.row, employeeNumber, ...outcome };
}

/**
 * Stores employees of different numbers, all or none, and returns the outcome of each. The imports of one employer
 * take their turns, so that crossing ones neither double anybody nor lock each other up.
 */
export async function storeEmployees(
  platform: Platform,
  employerId: string,
  employees: EmployeeDetails[],
): Promise<Map<string, Outcome>> {
  if (employees.length === 0) return new Map();
  const candidates = employees.map((details) => makeCandidate(platform, employerId, details));
  return platform.db.transaction().execute((tx) => storeCandidates(tx, platform, { employerId, candidates }));
}

type Candidate = ReturnType<typeof makeCandidate>;

function makeCandidate({ secrets, clock }: Platform, employerId: string, details: EmployeeDetails) {
  return {
    details,
    employeeId: newId(clock),
    numberTag: numberTag(secrets, employerId, details.employeeNumber),
    contentTag: contentTag(secrets, employerId, details),
    personTag: personTag(secrets, details),
  };
}

async function storeCandidates(
  tx: Tx,
  platform: Platform,
  { employerId, candidates }: { employerId: string; candidates: Candidate[] },
): Promise<Map<string, Outcome>> {
  const scope = { employerId, now: platform.clock.now() };
  await lockEmployer(tx, employerId);
  const existing = await lockByNumbers(
    tx,
    employerId,
    candidates.map((each) => each.numberTag),
  );
  const known = new Map(existing.map((row) => [row.numberTag.toString('hex'), row]));
  const fresh = candidates.filter((each) => !known.has(each.numberTag.toString('hex')));
  const created = await createEmployees(tx, platform, { scope, fresh });
  const others = await updateEmployees(tx, platform, { scope, candidates, known });
  return new Map([...created, ...others]);
}

type Existing = Awaited<ReturnType<typeof lockByNumbers>>[number];
type Scope = { employerId: string; now: Date };

async function createEmployees(
  tx: Tx,
  { secrets }: Platform,
  { scope, fresh }: { scope: Scope; fresh: Candidate[] },
): Promise<Map<string, Outcome>> {
  if (fresh.length === 0) return new Map();
  const coded = fresh.map((each) => ({ ...each, activationCode: newActivationCode() }));
  await insertEmployees(
    tx,
    scope,
    coded.map((each) => ({
      ...each,
      sealed: sealEmployee(secrets, each.employeeId, each.details),
      codeTag: activationCodeTag(secrets, each.activationCode),
      codeExpiresAt: activationCodeExpiry(scope.now),
    })),
  );
  return new Map(
    coded.map(({ details, activationCode }) => [details.employeeNumber, { result: 'created', activationCode }]),
  );
}

/** Only what the employer says of an employee changes: an owner's own profile is the owner's. */
async function updateEmployees(
  tx: Tx,
  { secrets }: Platform,
  { scope, candidates, known }: { scope: Scope; candidates: Candidate[]; known: Map<string, Existing> },
): Promise<Map<string, Outcome>> {
  const existing = candidates.flatMap((candidate) => {
    const row = known.get(candidate.numberTag.toString('hex'));
    return row
      ? [{ ...candidate, employeeId: row.employeeId, isChanged: !row.contentTag.equals(candidate.contentTag) }]
      : [];
  });
  const changed = existing.filter(({ isChanged }) => isChanged);
  const sealed = changed.map((each) => ({ ...each, sealed: sealEmployee(secrets, each.employeeId, each.details) }));
  if (sealed.length > 0) await replaceEmployees(tx, scope, sealed);
  return new Map(
    existing.map(({ details, isChanged }) => [details.employeeNumber, { result: isChanged ? 'updated' : 'unchanged' }]),
  );
}
