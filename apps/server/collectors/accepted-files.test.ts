import { acceptedExtensions } from '@perenne/collecting/folder/file-names';
import { allowedExtensions } from '@perenne/contract/documents';
import { expect, it } from 'vitest';

it('collectors of folders look at the kinds of files that a safe takes', () => {
  expect([...acceptedExtensions].toSorted()).toEqual([...allowedExtensions].toSorted());
});
