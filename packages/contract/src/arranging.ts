import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { category, folder } from './places.ts';

const v1 = '/backend/api/v1';

/** A few documents and folders at once: all of it is done, or nothing. Items inside another go with it. */
export const selection = {
  documents: z.array(z.string()).max(f.limits.selection).default([]),
  folders: z.array(z.string()).max(f.limits.selection).default([]),
};

export const namesSomething = ({ documents, folders }: { documents: string[]; folders: string[] }): boolean =>
  documents.length + folders.length > 0;
export const somethingNamed = { path: ['documents'], params: { rule: 'minItems', min: 1 } };

export const place = z.union([z.strictObject({ categoryId: z.string() }), z.strictObject({ folderId: z.string() })]);

export const moveDocuments = endpoint({
  id: 'moveDocuments',
  method: 'POST',
  path: `${v1}/documents/move`,
  token: 'auth',
  summary: 'Move documents and folders, all or none',
  body: z
    .strictObject({
      ...selection,
      to: place,
      /** By identifier, the folder or else the category where it was seen: what is elsewhere since is not moved. */
      formerly: z.record(z.string(), z.string()).optional(),
    })
    .refine(namesSomething, somethingNamed),
  status: 204,
  errors: [
    'DocumentNotFound',
    'FolderNotFound',
    'CategoryNotFound',
    'InvalidMove',
    'FolderAlreadyExists',
    'ModifiedElsewhere',
  ],
});

export const deleteDocuments = endpoint({
  id: 'deleteDocuments',
  method: 'POST',
  path: `${v1}/documents/delete`,
  token: 'auth',
  summary: 'Put documents and folders into the trash, all or none; payslips and exit documents need an acknowledgement',
  body: z.strictObject({ ...selection, acknowledged: z.boolean().optional() }).refine(namesSomething, somethingNamed),
  status: 204,
  errors: ['DocumentNotFound', 'FolderNotFound', 'AcknowledgementRequired'],
});

export const downloadDocuments = endpoint({
  id: 'downloadDocuments',
  method: 'POST',
  path: `${v1}/documents/download`,
  token: 'auth',
  summary: 'The file itself, or a ZIP of several',
  body: z.strictObject({ documents: z.array(z.string()).min(1).max(f.limits.download) }),
  bytes: 'application/octet-stream',
  errors: ['DocumentNotFound', 'DocumentDamaged'],
});

const folderName = f.plainText(f.limits.folderName);

export const createFolder = endpoint({
  id: 'createFolder',
  method: 'POST',
  path: `${v1}/folders`,
  token: 'auth',
  summary: 'Make a folder in a category or in another folder, 10 deep at most',
  body: z.union([
    z.strictObject({ name: folderName, categoryId: z.string() }),
    z.strictObject({ name: folderName, parentId: z.string() }),
  ]),
  response: folder,
  status: 201,
  errors: ['CategoryNotFound', 'FolderNotFound', 'FolderAlreadyExists', 'InvalidMove'],
});

export const patchFolder = endpoint({
  id: 'patchFolder',
  method: 'PATCH',
  path: `${v1}/folders/:id`,
  token: 'auth',
  summary: 'Rename a folder, or move it',
  params: f.idParams,
  body: z
    .strictObject({
      name: folderName.optional(),
      categoryId: z.string().optional(),
      parentId: z.string().optional(),
      /** The name that the one who asks had before the eyes: where it is another since, nothing is changed. */
      formerly: z.strictObject({ name: z.string() }).optional(),
    })
    .refine(({ categoryId, parentId }) => categoryId === undefined || parentId === undefined, {
      path: ['parentId'],
      params: { rule: 'value' },
    }),
  response: folder,
  notFound: 'FolderNotFound',
  errors: ['FolderNotFound', 'CategoryNotFound', 'FolderAlreadyExists', 'InvalidMove', 'ModifiedElsewhere'],
});

export const deleteFolder = endpoint({
  id: 'deleteFolder',
  method: 'DELETE',
  path: `${v1}/folders/:id`,
  token: 'auth',
  summary: 'Put a folder into the trash, whole',
  params: f.idParams,
  body: z.strictObject({ acknowledged: z.boolean().optional() }).optional(),
  status: 204,
  notFound: 'FolderNotFound',
  errors: ['FolderNotFound', 'AcknowledgementRequired'],
});

const categoryTitle = f.plainText(f.limits.folderName);

export const createCategory = endpoint({
  id: 'createCategory',
  method: 'POST',
  path: `${v1}/categories`,
  token: 'auth',
  summary: 'Make a category',
  body: z.strictObject({ title: categoryTitle }),
  response: category,
  status: 201,
  errors: ['CategoryAlreadyExists'],
});

export const patchCategory = endpoint({
  id: 'patchCategory',
  method: 'PATCH',
  path: `${v1}/categories/:id`,
  token: 'auth',
  summary: 'Rename a category',
  params: f.idParams,
  body: z.strictObject({ title: categoryTitle, formerly: z.strictObject({ title: z.string() }).optional() }),
  response: category,
  notFound: 'CategoryNotFound',
  errors: ['CategoryNotFound', 'CategoryAlreadyExists', 'ModifiedElsewhere'],
});

export const deleteCategory = endpoint({
  id: 'deleteCategory',
  method: 'DELETE',
  path: `${v1}/categories/:id`,
  token: 'auth',
  summary: 'Delete a category that holds no document, for good: its empty folders go to the trash; one always stays',
  params: f.idParams,
  body: z.strictObject({ acknowledged: z.boolean().optional() }).optional(),
  status: 204,
  notFound: 'CategoryNotFound',
  errors: ['CategoryNotFound', 'CategoryNotEmpty', 'AcknowledgementRequired', 'Forbidden'],
});
