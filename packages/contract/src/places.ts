import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

export const folder = z.object({
  id: z.string(),
  name: z.string(),
  categoryId: z.string(),
  parentId: z.string().nullable(),
  documentCount: z.int().nonnegative(),
});
export type Folder = z.output<typeof folder>;

export const listFolders = endpoint({
  id: 'listFolders',
  method: 'GET',
  path: `${v1}/folders`,
  token: 'auth',
  summary: 'The folders of the safe',
  query: z.strictObject(f.pageQuery),
  response: f.page(folder),
  errors: [],
});

export const categoryKinds = [
  'payslips',
  'work',
  'identity',
  'housing',
  'bank',
  'health',
  'invoices',
  'other',
] as const;

export const category = z.object({
  id: z.string(),
  title: z.string(),
  /** Which of the starting categories it was: the drawing on its shelf. */
  kind: z.enum(categoryKinds).nullable(),
  documentCount: z.int().nonnegative(),
  unreadCount: z.int().nonnegative(),
});
export type Category = z.output<typeof category>;

export const listCategories = endpoint({
  id: 'listCategories',
  method: 'GET',
  path: `${v1}/categories`,
  token: 'auth',
  summary: 'The categories of the safe, in their order',
  query: z.strictObject(f.pageQuery),
  response: f.page(category),
  errors: [],
});
