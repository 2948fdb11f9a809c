import { z } from 'zod';
import { loginToMergeInActivation } from './activation.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/user';

// Absent, it is a bad token like any other.
const mergeTokenHeader = z.object({ 'x-user-to-merge-token': z.string().optional() });

/** The same proof as in an activation; the answer holds no more than the token. */
export const loginToMerge = endpoint({
  id: 'loginToMerge',
  method: 'POST',
  path: `${v1}/login-to-merge`,
  token: 'auth',
  summary: 'Prove another safe of one’s own: by its password (then its second factor) or by the federation',
  body: loginToMergeInActivation.body,
  response: z.union([
    z.object({ mergeToken: z.string() }),
    z.object({ secondFactor: loginToMergeInActivation.response.options[1].shape.secondFactor }),
  ]),
  errors: [...loginToMergeInActivation.errors, 'SelfMergeError'],
});

/** The documents and employers that the closing safe would bring, and the shares that would end with it. */
export const infoForMerge = z.object({
  firstName: z.string(),
  lastName: z.string(),
  activatedAt: f.instant,
  /** Without the trash. */
  nbDocs: z.int().nonnegative(),
  trashed: z.int().nonnegative(),
  /** The active ones, which end. */
  sharings: z.int().nonnegative(),
  collectors: z.int().nonnegative(),
  /** The names of those who deposit here from then on. */
  employers: z.array(z.string()),
  /** In bytes. */
  storage: z.object({ needed: z.int().nonnegative(), available: z.int().nonnegative() }),
});
export type InfoForMerge = z.output<typeof infoForMerge>;

export const getInfoForMerge = endpoint({
  id: 'getInfoForMerge',
  method: 'GET',
  path: `${v1}/info-for-merge`,
  token: 'auth',
  summary: 'What the proved safe would bring, and what would end',
  headers: mergeTokenHeader,
  response: infoForMerge,
  errors: [],
});

export const merge = endpoint({
  id: 'merge',
  method: 'POST',
  path: `${v1}/merge`,
  token: 'auth',
  summary: 'Receive all of the proved safe, which is closed for good',
  headers: mergeTokenHeader,
  status: 204,
  errors: ['UserSpaceStorageFull', 'MergeInProgress'],
});

export const merged = z.object({ at: f.instant, email: z.string(), nbDocs: z.int().nonnegative() });
export type Merged = z.output<typeof merged>;

export const listMerges = endpoint({
  id: 'listMerges',
  method: 'GET',
  path: `${v1}/merges`,
  token: 'auth',
  summary: 'The safes that this one has received, newest first',
  query: z.strictObject(f.pageQuery),
  response: f.page(merged),
  errors: [],
});
