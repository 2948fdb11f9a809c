import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContentEnds } from './content-ends.ts';
import { signatureBytes } from '../record/file-type.rules.ts';

const pieces = fc.array(
  fc.integer({ min: 0, max: 150_000 }).map((size) => randomBytes(size)),
  { maxLength: 12 },
);

it('are the first and the last bytes, whatever the pieces', () => {
  fc.assert(
    fc.property(pieces, (chunks) => {
      const whole = Buffer.concat(chunks);
      const ends = new ContentEnds();
      for (const chunk of chunks) ends.add(chunk);
      expect(ends.sizeBytes).toBe(whole.length);
      const head = ends.head();
      expect(head.equals(whole.subarray(0, head.length))).toBe(true);
      expect(head.length).toBeGreaterThanOrEqual(Math.min(signatureBytes, whole.length));
      expect(ends.tail().equals(whole.subarray(-signatureBytes))).toBe(true);
    }),
  );
});

it('keep no more than they tell', () => {
  const ends = new ContentEnds();
  for (let count = 0; count < 1000; count++) ends.add(Buffer.alloc(10_000));
  expect(ends.head().length).toBe(70_000);
  expect(ends.tail().length).toBe(signatureBytes);
});
