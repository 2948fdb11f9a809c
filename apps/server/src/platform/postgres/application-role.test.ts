import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditedSafe } from '../../testing/people/audited-safe.ts';

const journal = ['journal_entries', 'journal_details', 'journal_heads'];
/** The application adds to these. */
const writtenOnce = [
  ...['evidence_leaves', 'evidence_nodes', 'evidence_checkpoints', 'evidence_stamps', 'evidence_renewals'],
  ...['evidence_renewal_nodes', 'evidence_renewed_checkpoints', 'evidence_renewed_renewals', 'evidence_digest_ends'],
  ...['agreement_choices', 'seal_certificates'],
];
/** The function of each changes what it is for, and nothing else. */
const functions = ['evidence_mark_logged', 'evidence_stamp', 'journal_append', 'journal_close', 'journal_reseal'];
const insufficientPrivilege = '42501';

/** One row at least in each table, as far as the safe and its checkpoints have not made it. */
const rows = `
  insert into evidence_stamps values (1, '2040-01-01', '{SHA-256}') on conflict do nothing;
  insert into evidence_renewals values (1, 'TIMESTAMP', 'SHA-256', '\\x01', '2030-01-01', '2040-01-01', '{SHA-256}');
  insert into evidence_renewal_nodes values (1, 0, 0, '\\x01');
  insert into evidence_renewed_checkpoints values (1, 1, 0);
  insert into evidence_renewed_renewals values (1, 1, 0);
  insert into evidence_digest_ends values ('SHA-256', '2030-01-01', '2040-01-01');
  insert into seal_certificates values ('kid', '\\x01', 'certificate', 'chain', '2030-01-01');
  alter table agreement_choices drop constraint agreement_choices_employer_id_employee_id_fkey;
  insert into agreement_choices values
    (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, '2030-01-01', null, null)`;

let safe: AuditedSafe;
let application: Client;
beforeAll(async () => {
  safe = await AuditedSafe.make();
  await safe.attack(rows);
  application = new Client({ connectionString: safe.test.database.appUrl });
  await application.connect();
});
afterAll(async () => {
  await application.end();
  await safe.close();
});

/** The code of the database's refusal; of what it does not refuse, a word that says so. */
const codeOf = async (statement: string): Promise<string> =>
  application.query(statement).then(
    () => `${statement}: done`,
    ({ code, message }: Error & { code: string }) =>
      code === insufficientPrivilege ? code : `${statement}: ${message}`,
  );

async function contentsOf(table: string): Promise<string[]> {
  const { rows } = await application.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
  return rows.map(({ row }) => row);
}

const answersOf = async <Row extends object>(question: string): Promise<Row[]> =>
  (await application.query<Row>(question)).rows;

/** Statements that only the owner of a table may run. */
const redefinitions = (table: string): string[] => [
  `drop table ${table} cascade`,
  `alter table ${table} disable trigger all`,
  `alter table ${table} add column more text`,
  `alter table ${table} rename to other`,
  `alter table ${table} owner to perenne_app`,
  `create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  `create rule mine as on insert to ${table} do instead nothing`,
];

async function changesOf(table: string): Promise<string[]> {
  const [first] = await answersOf<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = '${table}'::regclass and attnum = 1`,
  );
  const { column = '' } = first ?? {};
  return [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
    `select from ${table} for update`,
    ...redefinitions(table),
  ];
}

describe('the application’s role of the database', () => {
  it.each([...journal, ...writtenOnce])('changes, removes, empties and redefines nothing: %s', async (table) => {
    const before = await contentsOf(table);
    expect(before).not.toEqual([]);
    // PostgreSQL only warns who has no right to give away: the next statements show that nothing was given.
    await application.query(`grant all on ${table} to perenne_app`);
    for (const statement of await changesOf(table)) expect(await codeOf(statement)).toBe(insufficientPrivilege);
    expect(await contentsOf(table)).toEqual(before);
  });

  it.each(journal)('adds nothing but by its functions: %s', async (table) => {
    const before = await contentsOf(table);
    expect(await codeOf(`insert into ${table} select * from ${table}`)).toBe(insufficientPrivilege);
    expect(await contentsOf(table)).toEqual(before);
  });

  it('has no other right on them, and neither empties nor watches any table', async () => {
    const rights = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'];
    const held = await answersOf<{ table: string; granted: string }>(`
      select c.relname as table, r.granted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest('{${rights.join()}}'::text[]) as r (granted)
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss') and has_table_privilege(c.oid, r.granted)`);
    const ofTable = (table: string) => held.filter((one) => one.table === table).map(({ granted }) => granted);
    for (const table of journal) expect([table, ofTable(table)]).toEqual([table, []]);
    for (const table of writtenOnce) expect([table, ofTable(table)]).toEqual([table, ['INSERT']]);
    expect([ofTable('schema_migrations'), ofTable('system_secrets')]).toEqual([[], ['INSERT']]);
    expect(new Set(held.map(({ granted }) => granted))).toEqual(new Set(['INSERT', 'UPDATE', 'DELETE']));
  });

  it('has no column of them to change', async () => {
    const changeable = await answersOf(`
      select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not has_table_privilege(c.oid, 'UPDATE')
        and has_column_privilege(c.oid, a.attnum, 'UPDATE')`);
    expect(changeable).toEqual([{ table: 'system_secrets', column: 'wrapped' }]);
  });

  it('borrows the owner’s rights by five functions, which nobody else may call', async () => {
    const found = await answersOf<{ name: string; acl: string }>(`
      select proname as name, proacl::text as acl from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace order by proname`);
    expect(found.map(({ name }) => name)).toEqual(functions);
    // An entry without a name before its = would be for everybody.
    for (const { acl } of found) expect(acl).toMatch(/^\{perenne_owner=X\/\w+,perenne_app=X\/\w+\}$/);
  });

  it.each([
    'set role perenne_owner',
    'set session authorization perenne_owner',
    'set session_replication_role = replica',
    'alter role perenne_app superuser',
    'create role another',
    'create table public.mine (id int)',
    'alter function journal_append owner to perenne_app',
    'drop function journal_append',
    `create or replace function evidence_stamp(p_n bigint, p_token bytea, p_at timestamptz) returns void language sql as ''`,
    'drop schema public cascade',
    `copy (select 1) to program 'true'`,
  ])('does not get round it: %s', async (statement) => {
    expect(await codeOf(statement)).toBe(insufficientPrivilege);
  });

  it('owns nothing and belongs to no other role', async () => {
    const owned = await answersOf(`
      select relname from pg_class where relowner = current_user::regrole
      union all select proname from pg_proc where proowner = current_user::regrole
      union all select roleid::regrole::name from pg_auth_members where member = current_user::regrole`);
    const attributes = await answersOf(`
      select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more
      from pg_roles where rolname = current_user`);
    expect([owned, attributes]).toEqual([[], [{ more: false }]]);
  });
});
