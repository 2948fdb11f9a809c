import type { Employee, EmployeeResult, listEmployees as listEndpoint } from '@perenne/contract/employers';
import type { Received } from '@perenne/contract/endpoint';
import { z } from 'zod';
import { DomainError, refusalOf } from '../../../platform/domain-error.ts';
import type { EmployerActor } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor, type CursorScope } from '../../../platform/http/cursor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { numberTag, openEmployee } from './employee-record.ts';
import { readEmployeeRow } from './employee-rows.ts';
import { countEmployees, selectByNumber, selectEmployeePage } from './employees.store.ts';
import { isElectronic, type EmployeeState } from '../employers.rules.ts';
import { storeEmployees } from './import-employees.ts';

/**
 * Stores one employee.
 * @throws {DomainError} with every entry of the row that is refused
 */
export async function putEmployee(
  platform: Platform,
  { employerId }: EmployerActor,
  row: unknown,
): Promise<Omit<EmployeeResult, 'row'>> {
  const read = readEmployeeRow(row, platform.clock.now());
  if ('errors' in read) throw refusalOf(read.errors);
  const outcomes = await storeEmployees(platform, employerId, [read.details]);
  const { employeeNumber } = read.details;
  const outcome = outcomes.get(employeeNumber);
  if (!outcome) throw new Error('the employee was not stored');
  return { employeeNumber, ...outcome };
}

const scopeOf = (employerId: string): CursorScope => ({ list: 'employees', owner: employerId });
const position = z.object({ employeeId: z.string() });

type Query = Received<typeof listEndpoint>['query'];

/** The employees of an employer, in the order in which they came. */
export async function listEmployees(platform: Platform, { employerId }: EmployerActor, query: Query) {
  const { db, secrets } = platform;
  const { limit, cursor } = query;
  const scope = scopeOf(employerId);
  const after = cursor === undefined ? undefined : openCursor(secrets, scope, { cursor, position }).employeeId;
  const [rows, total] = await Promise.all([
    selectEmployeePage(db, employerId, { limit, after }),
    countEmployees(db, employerId),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => present(platform, row)),
    nextCursor: last ? sealCursor(secrets, scope, { employeeId: last.employeeId }) : null,
    total,
  };
}

/** @throws {DomainError} EntityNotFound */
export async function getEmployee(
  platform: Platform,
  { employerId }: EmployerActor,
  employeeNumber: string,
): Promise<Employee> {
  const { db, secrets } = platform;
  const row = await selectByNumber(db, employerId, numberTag(secrets, employerId, employeeNumber));
  if (!row) throw new DomainError('EntityNotFound');
  return present(platform, row);
}

type Row = { employeeId: string; sealed: Buffer; state: EmployeeState; acceptedSince: Date | null };

/** The employer needs to know who has a safe, and who gets paper. */
const present = ({ secrets }: Platform, row: Row): Employee => ({
  ...openEmployee(secrets, row.employeeId, row.sealed),
  state: isElectronic(row, 'PAYE') ? row.state : 'refused',
});
