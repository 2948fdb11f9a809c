import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/collectors';

export const collectorLimits = {
  accountName: 50,
  /** In one safe. */
  collectors: 30,
  /** One value of the credentials. */
  /** An SSH key of the longest kind in use is a little shorter. */
  credential: 8_000,
  mfaCode: 50,
} as const;

export const agentCategories = [
  ...(['ENERGY', 'TELECOM', 'BANK', 'INSURANCE', 'PUBLIC', 'MAILBOX', 'STORAGE', 'OTHER'] as const),
] as const;
export const agentStatuses = ['RUNNING', 'IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE', 'UNKNOWN'] as const;
export type AgentStatus = (typeof agentStatuses)[number];

export const agentFieldTypes = ['text', 'email', 'password', 'url', 'number', 'date', 'choice'] as const;

/** A credential that an agent asks for, in the words of the caller's language. */
const agentField = z.object({
  name: z.string(),
  type: z.enum(agentFieldTypes),
  label: z.string(),
  help: z.string().optional(),
  required: z.boolean(),
  secret: z.boolean(),
  /** The options of a choice. */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});

/** A partner from which documents can be collected. */
const agent = z.object({
  /** A slug. */
  id: z.string(),
  name: z.string(),
  category: z.enum(agentCategories),
  /** A path of this server; it needs no token. */
  logo: z.string(),
  website: z.string().optional(),
  status: z.enum(agentStatuses),
  statusSince: f.instant,
  fields: z.array(agentField),
});
export type Agent = z.output<typeof agent>;

export const listAgents = endpoint({
  id: 'listAgents',
  method: 'GET',
  path: `${v1}/agents`,
  token: 'auth',
  summary: 'The partners from which documents can be collected',
  query: z.strictObject({
    ...f.pageQuery,
    q: z.string().trim().max(200).optional(),
    category: z.enum(agentCategories).optional(),
  }),
  response: f.page(agent),
  errors: [],
});

export const getAgentLogo = endpoint({
  id: 'getAgentLogo',
  method: 'GET',
  path: `${v1}/agents/:id/logo`,
  token: 'none',
  summary: 'The logo of a partner',
  params: f.idParams,
  bytes: 'image/svg+xml',
  errors: ['AgentNotFound'],
});

export const collectorStatuses = ['ENABLED', 'DISABLED', 'BLOCKED', 'SYNCHRONIZING'] as const;
export type CollectorStatus = (typeof collectorStatuses)[number];

export const alertCodes = [
  ...(['AGENT_UNAVAILABLE', 'CREDENTIALS_INVALID', 'ACCOUNT_BLOCKED', 'MFA_REQUIRED', 'MFA_EXPIRED'] as const),
  ...(['TECHNICAL_ERROR', 'SYNCHRONISATION_FAILED', 'NO_NEW_DOCUMENT', 'PASSWORD_EXPIRED'] as const),
] as const;
export type AlertCode = (typeof alertCodes)[number];

/** The owner has to act differently for each of these causes, which an alert's code does not name. */
export const alertCauses = ['HOST_KEY_CHANGED', 'FOLDER_NOT_FOUND', 'HOST_REFUSED'] as const;
export type AlertCause = (typeof alertCauses)[number];

const collector = z.object({
  id: z.string(),
  agent: z.object({ id: z.string(), name: z.string(), logo: z.string(), status: z.enum(agentStatuses) }),
  accountName: z.string(),
  status: z.enum(collectorStatuses),
  /** Only while SYNCHRONIZING: the visit has not begun, since others of the same safe are under way. */
  waitsForTurn: z.literal(true).optional(),
  alert: z
    .object({
      code: z.enum(alertCodes),
      since: f.instant,
      /** When it is tried again by itself. */
      retryAt: f.instant.optional(),
      previousCodeWrong: z.boolean().optional(),
      /** HOST_KEY_CHANGED goes with SYNCHRONISATION_FAILED, FOLDER_NOT_FOUND with CREDENTIALS_INVALID. */
      cause: z.enum(alertCauses).optional(),
    })
    .nullable(),
  /** While a code is awaited. */
  mfa: z.object({ expiresAt: f.instant, canResendAt: f.instant }).nullable(),
  lastSynchronisationAt: f.instant.nullable(),
  nextSynchronisationAt: f.instant.nullable(),
  /** The documents that the safe holds. */
  collectedDocuments: z.int().nonnegative(),
  /** The documents of the last run. */
  newDocuments: z.int().nonnegative(),
  categoryId: z.string().nullable(),
  /** Documents from that day on, inclusive. */
  since: f.calendarDate.nullable(),
  createdAt: f.instant,
  /** The owner's rights now: the page asks, it does not derive. */
  can: z.object({
    modify: z.boolean(),
    activate: z.boolean(),
    deactivate: z.boolean(),
    synchronise: z.boolean(),
    delete: z.boolean(),
    giveCode: z.boolean(),
    resendCode: z.boolean(),
  }),
});
export type Collector = z.output<typeof collector>;

export const listCollectors = endpoint({
  id: 'listCollectors',
  method: 'GET',
  path: v1,
  token: 'auth',
  summary: 'The collectors of this safe',
  query: z.strictObject(f.pageQuery),
  response: f.page(collector),
  errors: [],
});

const one = { params: f.idParams, notFound: 'CollectorNotFound' } as const;

export const getCollector = endpoint({
  id: 'getCollector',
  method: 'GET',
  path: `${v1}/:id`,
  token: 'auth',
  summary: 'One collector',
  ...one,
  response: collector,
  errors: ['CollectorNotFound'],
});

const accountName = f.plainText(collectorLimits.accountName);
const credential = z.union([z.string().max(collectorLimits.credential), z.number()]);
/** By the names of the agent's fields. */
const credentials = z.record(z.string(), credential);

/** These keep an owner from beginning a visit. */
const refusedVisits = ['AgentUnavailable', 'TooManyRequests'] as const;

export const createCollector = endpoint({
  id: 'createCollector',
  method: 'POST',
  path: v1,
  token: 'auth',
  summary: 'Connect an account at a partner; the first synchronisation begins at once',
  body: z.strictObject({
    agentId: z.string(),
    accountName,
    credentials,
    categoryId: z.string().optional(),
    since: f.calendarDate.optional(),
    authorised: z.literal(true),
  }),
  response: collector,
  status: 201,
  errors: ['AgentNotFound', 'CategoryNotFound', 'CollectorAlreadyExists', 'CollectorLimitExceeded', ...refusedVisits],
});

export const patchCollector = endpoint({
  id: 'patchCollector',
  method: 'PATCH',
  path: `${v1}/:id`,
  token: 'auth',
  summary: 'Change the name, the credentials or the category of a collector',
  ...one,
  body: z.strictObject({
    accountName: accountName.optional(),
    credentials: credentials.optional(),
    categoryId: z.string().optional(),
  }),
  response: collector,
  errors: ['CollectorNotFound', 'CategoryNotFound', 'CollectorBusy', 'CollectorAlreadyExists', ...refusedVisits],
});

export const deleteCollector = endpoint({
  id: 'deleteCollector',
  method: 'DELETE',
  path: `${v1}/:id`,
  token: 'auth',
  summary: 'Delete a collector, and keep its documents or put them into the trash for 30 days',
  ...one,
  body: z
    .strictObject({ documents: z.enum(['KEEP', 'TRASH']).default('TRASH') })
    .optional()
    .transform((body) => body ?? { documents: 'TRASH' as const }),
  status: 204,
  errors: ['CollectorNotFound'],
});

export const activateCollector = endpoint({
  id: 'activateCollector',
  method: 'POST',
  path: `${v1}/:id/activate`,
  token: 'auth',
  summary: 'Let a disabled or blocked collector work again',
  ...one,
  response: collector,
  errors: ['CollectorNotFound', 'CollectorBusy', ...refusedVisits],
});

export const deactivateCollector = endpoint({
  id: 'deactivateCollector',
  method: 'POST',
  path: `${v1}/:id/deactivate`,
  token: 'auth',
  summary: 'Let a collector rest; a run under way is ended first',
  ...one,
  response: collector,
  errors: ['CollectorNotFound'],
});

export const synchroniseCollector = endpoint({
  id: 'synchroniseCollector',
  method: 'POST',
  path: `${v1}/:id/synchronise`,
  token: 'auth',
  summary: 'Fetch new documents now',
  ...one,
  response: collector,
  errors: ['CollectorNotFound', 'CollectorBusy', 'CollectorDisabled', ...refusedVisits],
});

export const giveMfaCode = endpoint({
  id: 'giveMfaCode',
  method: 'POST',
  path: `${v1}/:id/mfa-code`,
  token: 'auth',
  summary: 'Give the code that the partner has sent; whether it was right shows later',
  ...one,
  body: z.strictObject({ code: z.string().trim().min(1).max(collectorLimits.mfaCode) }),
  response: collector,
  errors: ['CollectorNotFound', 'NoVerificationCode', 'ExpiredVerificationCode'],
});

export const resendMfaCode = endpoint({
  id: 'resendMfaCode',
  method: 'POST',
  path: `${v1}/:id/mfa-code/resend`,
  token: 'auth',
  summary: 'Have the partner send another code',
  ...one,
  status: 204,
  errors: ['CollectorNotFound', 'NoVerificationCode', 'CodeRequestRateLimitExceeded', ...refusedVisits],
});

export const runResults = [
  ...(['RUNNING', 'NEW_DOCUMENTS', 'NO_NEW_DOCUMENT', 'ENDED'] as const),
  ...alertCodes.filter((code) => code !== 'NO_NEW_DOCUMENT' && code !== 'MFA_REQUIRED'),
] as const;

const collectorRun = z.object({
  id: z.string(),
  startedAt: f.instant,
  endedAt: f.instant.nullable(),
  result: z.enum(runResults),
  newDocuments: z.int().nonnegative(),
  skipped: z.array(z.object({ title: z.string(), code: z.string() })),
});

export const listCollectorRuns = endpoint({
  id: 'listCollectorRuns',
  method: 'GET',
  path: `${v1}/:id/runs`,
  token: 'auth',
  summary: 'The last 30 runs of a collector, newest first',
  ...one,
  query: z.strictObject(f.pageQuery),
  response: f.page(collectorRun),
  errors: ['CollectorNotFound'],
});
