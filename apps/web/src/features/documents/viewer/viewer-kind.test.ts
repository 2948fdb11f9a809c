import { expect, it } from 'vitest';
import { formatName, viewerKind } from './viewer-kind.ts';

it.each([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'image'],
  ['text/plain; charset=utf-8', 'text'],
  ['image/heic', 'scan'],
  ['image/tiff', 'scan'],
  ['image/svg+xml', 'none'],
  ['text/html', 'none'],
  ['application/zip', 'none'],
])('shows %s as %s', (mimeType, kind) => {
  expect(viewerKind({ mimeType, size: 1000 })).toBe(kind);
});

it('leaves a very long text to other tools', () => {
  expect(viewerKind({ mimeType: 'text/csv', size: 2_000_001 })).toBe('none');
});

it('names a format by its extension', () => {
  expect(formatName({ fileName: 'Mon contrat v2.docx' })).toBe('DOCX');
});
