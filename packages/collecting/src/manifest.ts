import { z } from 'zod';
import type { Destination } from './run.ts';

const text = z.strictObject({ fr: z.string().min(1).max(300), en: z.string().min(1).max(300) });
const name = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/);

const field = z.strictObject({
  name,
  type: z.enum(['text', 'email', 'password', 'url', 'number', 'date', 'choice']),
  label: text,
  help: text.optional(),
  required: z.boolean().default(true),
  /** Never part of what distinguishes one account from another, and never shown. */
  secret: z.boolean().default(false),
  /** Whether it is the content of a file, which may have several lines. */
  isFile: z.boolean().optional(),
  /** Whether it says which account it is. Otherwise it says what is wanted of it: another value brings nothing twice. */
  tellsAccount: z.boolean().default(true),
  options: z
    .array(z.strictObject({ value: z.string().min(1).max(100), label: text }))
    .min(1)
    .optional(),
});

const port = z.int().min(1).max(65_535);

/** A place that a collector may reach: a host of its own, or the one that the owner typed, alone or in an address. */
const reach = z.strictObject({
  host: z.union([z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/), z.strictObject({ fromField: name })]),
  port: z.union([port, z.strictObject({ fromField: name, default: port })]),
  /** `tls` for HTTPS and IMAPS, checked by name; `plain` for a protocol that protects itself, such as SSH. */
  security: z.enum(['tls', 'plain']),
});

/** A collector's description, as data: the server reads it and never runs it. It is the collector's `manifest.json`. */
export const manifest = z
  .strictObject({
    $schema: z.string().optional(),
    /** The folder's name, in the addresses of the interface and for ever in the safes. */
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: text,
    category: z.enum(['ENERGY', 'TELECOM', 'BANK', 'INSURANCE', 'PUBLIC', 'MAILBOX', 'STORAGE', 'OTHER']),
    website: z.url({ protocol: /^https$/ }).optional(),
    /** A partner that exists in the demonstration alone. */
    demonstration: z.boolean().default(false),
    fields: z.array(field).min(1).max(12),
    reaches: z.array(reach).min(1).max(12),
    /**
     * The memory of an `account` begins empty for another account. The memory of a `server`, such as its key, lasts as long
     * as the owner names the same host and port, whatever else of the account changes.
     */
    memoryOf: z.enum(['account', 'server']).default('account'),
  })
  .superRefine(({ fields, reaches }, context) => {
    const names = fields.map((field) => field.name);
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    if (new Set(names).size < names.length) fault('two fields have the same name');
    for (const { name, type, options } of fields)
      if ((type === 'choice') !== (options !== undefined)) fault(`${name}: a choice has options, and nothing else has`);
    if (fields.every(({ secret, tellsAccount }) => secret || !tellsAccount))
      fault('one field must tell one account from another');
    const referred = reaches.flatMap(({ host, port }) => [host, port].flatMap((part) => fieldOf(part) ?? []));
    for (const name of referred) if (!names.includes(name)) fault(`reaches name the field ${name}, which there is not`);
  });

export type Manifest = z.output<typeof manifest>;
export type ManifestField = Manifest['fields'][number];
export type Reach = Manifest['reaches'][number];

type Values = Readonly<Record<string, string | number>>;

/** The destination of a line of the manifest with what the owner typed; null if they typed no host. */
export function destinationOf({ fields }: Pick<Manifest, 'fields'>, reach: Reach, values: Values): Destination | null {
  const read = (part: Reach['host' | 'port'], of: 'hostname' | 'port'): string | number | undefined => {
    if (typeof part !== 'object') return part;
    const typed = values[part.fromField];
    const isUrl = fields.some(({ name, type }) => name === part.fromField && type === 'url');
    if (!isUrl) return typed;
    return URL.canParse(String(typed)) ? new URL(String(typed))[of] : undefined;
  };
  const host = read(reach.host, 'hostname');
  if (host === undefined) return null;
  const port = read(reach.port, 'port') ?? '';
  const byDefault = typeof reach.port === 'number' ? reach.port : reach.port.default;
  return { host: String(host), port: Number(port === '' ? byDefault : port), security: reach.security };
}

const fieldOf = (part: Reach['host' | 'port']): string | undefined =>
  typeof part === 'object' ? part.fromField : undefined;
