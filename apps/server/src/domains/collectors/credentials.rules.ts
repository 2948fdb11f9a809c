import { collectorLimits } from '@perenne/contract/collectors';
import { destinationOf, type Manifest, type ManifestField } from '@perenne/collecting/manifest';
import { plainHost } from '../../platform/collecting/addresses.rules.ts';

export type Credentials = Readonly<Record<string, string | number>>;
export type BrokenField = { field: string; rule: string };

type Shape = Pick<Manifest, 'fields' | 'reaches'>;

/** The credentials as they are kept, or which of their fields break which rule. */
export function checkCredentials(
  { fields, reaches }: Shape,
  given: Credentials,
): { kept: Credentials } | { broken: BrokenField[] } {
  const names = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !names.has(name));
  const isPlain = ({ name }: ManifestField) =>
    reaches.some(({ host, security }) => typeof host === 'object' && host.fromField === name && security === 'plain');
  const read = fields.map((field) => {
    const { value, rule } = readField(field, given[field.name]);
    const isUnsafe = field.type === 'url' && value !== undefined && !isSafeUrl(String(value), isPlain(field));
    return { name: field.name, value, rule: isUnsafe ? ruleOf.url : rule };
  });
  const broken = [
    ...unknown.map((name) => ({ field: `credentials.${name}`, rule: 'unknown' })),
    ...read.flatMap(({ name, rule }) => (rule === undefined ? [] : [{ field: `credentials.${name}`, rule }])),
  ];
  if (broken.length > 0) return { broken };
  return { kept: Object.fromEntries(read.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))) };
}

type ReadField = { value?: string | number | undefined; rule?: string };

function readField(field: ManifestField, given: string | number | undefined): ReadField {
  const value = typeof given === 'string' && field.type !== 'password' ? given.trim() : given;
  if (value === undefined || value === '') return field.required ? { rule: 'required' } : {};
  if (field.type === 'number')
    return typeof value === 'number' && Number.isFinite(value) ? { value } : { rule: 'type' };
  if (typeof value !== 'string') return { rule: 'type' };
  if (value.length > collectorLimits.credential) return { rule: 'max' };
  return isOfType(field, value) ? { value } : { rule: ruleOf[field.type] };
}

/** Credentials go to an address by TLS alone unless the agent says otherwise, and are never part of it. */
function isSafeUrl(value: string, isPlain: boolean): boolean {
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || isPlain) && username === '' && password === '';
}

const ruleOf = {
  ...{ text: 'characters', password: 'characters', url: 'format', email: 'email', date: 'date', choice: 'value' },
  number: 'type',
} as const;

function isOfType({ type, options, isFile }: ManifestField, value: string): boolean {
  if (type === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  if (type === 'url') return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  if (type === 'choice') return options?.some((option) => option.value === value) ?? false;
  return !/\p{Cc}/u.test(isFile ? value.replaceAll(/[\r\n]/g, '') : value);
}

/** Identifies one account of an agent: by all fields that are no secret, alike however they are typed. */
export const accountKey = ({ fields }: Shape, credentials: Credentials): string =>
  keyOf(
    fields.filter(({ secret }) => !secret),
    credentials,
  );

/**
 * The account that a document's identity belongs to: it stays the same when its owner wants other things of it, or writes
 * its server otherwise.
 */
export function documentsKey(shape: Shape, credentials: Credentials): string {
  const hosts = namedHosts(shape, credentials);
  const named = new Set(hosts.flatMap(({ field, portField }) => [field, portField]));
  const servers = hosts.map(({ field, host, port }) => [host, port, pathIn(credentials[field])]);
  return JSON.stringify([
    servers,
    keyOf(
      accountFields(shape).filter(({ name }) => !named.has(name)),
      credentials,
    ),
  ]);
}

/** As 0.36 and releases before it wrote it: what they brought is known by it. */
export const formerDocumentsKey = (shape: Shape, credentials: Credentials): string =>
  keyOf(accountFields(shape), credentials);

const accountFields = ({ fields }: Shape): ManifestField[] =>
  fields.filter(({ secret, tellsAccount }) => !secret && tellsAccount);

/** The path of an address, alike with and without its last slash; none in the name of a host. */
function pathIn(typed: string | number | undefined): string {
  const url = URL.parse(String(typed));
  return url === null ? '' : `${url.pathname.replace(/\/+$/, '')}${url.search}`.toLowerCase();
}

/** Identifies what the memory of a collector is of: with another one, it is forgotten. */
export const memoryKey = (agent: Shape & Pick<Manifest, 'memoryOf'>, credentials: Credentials): string =>
  agent.memoryOf === 'server'
    ? JSON.stringify(namedHosts(agent, credentials).map(({ host, port }) => [host, port]))
    : accountKey(agent, credentials);

const keyOf = (fields: readonly ManifestField[], credentials: Credentials): string =>
  JSON.stringify(
    fields.map(({ name, type }) => {
      const value = credentials[name];
      return typeof value === 'string' && (type === 'email' || type === 'url') ? value.toLowerCase() : (value ?? null);
    }),
  );

/** The hosts that the owner named, each with its field and the port that goes with it. */
export const namedHosts = (shape: Shape, credentials: Credentials) =>
  shape.reaches.flatMap((reach) => {
    const named = destinationOf(shape, reach, credentials);
    if (typeof reach.host === 'string' || named === null) return [];
    const portField = typeof reach.port === 'number' ? reach.host.fromField : reach.port.fromField;
    return [{ field: reach.host.fromField, portField, host: plainHost(named.host), port: named.port }];
  });
