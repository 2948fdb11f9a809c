import type { Wanted } from './reading.ts';

/**
 * The messages in the pipes. In: the length of the order (4 bytes, little endian), the order in JSON, the content.
 * Out: answers, each its kind (1 byte), its length (4 bytes) and its bytes; `end` says that there are no more.
 */
export type Order = Wanted & {
  sizeBytes: number;
  /** After so much processor time, words are no longer looked for in further pages. */
  enoughMs: number;
};

export const answerKinds = { picture: 0x50, text: 0x54, count: 0x4e, marked: 0x4d, invoice: 0x49, end: 0x45 } as const;

export const answerHeadBytes = 5;

/** Pages of a paper that a mark is drawn on: one with more gets none. */
export const mostMarkedPages = 60;

export const longestTextLetters = 400_000;

export function writeOrder(order: Order): Buffer {
  const json = Buffer.from(JSON.stringify(order));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}

export function writeAnswer(kind: keyof typeof answerKinds, bytes: Buffer): Buffer {
  const head = Buffer.alloc(answerHeadBytes);
  head[0] = answerKinds[kind];
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
