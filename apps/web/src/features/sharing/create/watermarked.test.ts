import { expect, it } from 'vitest';
import { watermarkOf } from './watermarked.ts';

it('promises a watermark to the identity papers that can bear one alone', () => {
  expect(watermarkOf({ type: 'CIDT', mimeType: 'image/jpeg' })).toBe('borne');
  expect(watermarkOf({ type: 'PSPR', mimeType: 'application/pdf' })).toBe('borne');
  expect(watermarkOf({ type: 'CIDT', mimeType: 'application/vnd.oasis.opendocument.text' })).toBe('impossible');
  expect(watermarkOf({ type: 'PAYE', mimeType: 'application/pdf' })).toBe('none');
  expect(watermarkOf(undefined), 'nothing is promised of what is not read yet').toBe('none');
});
