import { makePart } from '../../../lib/lazy/part.tsx';

export const DeleteDialog = makePart(
  () => import('../arranging/delete-dialog.tsx').then((module) => module.DeleteDialog),
  'arranging',
);

export const MoveDialog = makePart(
  () => import('../arranging/move-dialog.tsx').then((module) => module.MoveDialog),
  'arranging',
);

export const RenameDialog = makePart(
  () => import('../arranging/rename-dialog.tsx').then((module) => module.RenameDialog),
  'arranging',
);

export const TitleField = makePart(() => import('../arranging/title-field.tsx').then((module) => module.TitleField));

export const DragLayer = makePart(
  () => import('../arranging/drag-layer.tsx').then((module) => module.DragLayer),
  'arranging',
);

export const SelectionBar = makePart(
  () => import('../arranging/selection-bar.tsx').then((module) => module.SelectionBar),
  'arranging',
);

export const OrganiseDialog = makePart(
  () => import('../arranging/organise-dialog.tsx').then((module) => module.OrganiseDialog),
  'arranging',
);
