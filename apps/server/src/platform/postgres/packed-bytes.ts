/** Many values of bytes as `cut_bytes` reads them: one after the other, with the size of each. Null has no size. */
export type PackedBytes = { packed: Uint8Array; sizes: Array<number | null> };

export function packBytes(values: ReadonlyArray<Buffer | null>): PackedBytes {
  return {
    packed: Buffer.concat(values.filter((value) => value !== null)),
    sizes: values.map((value) => value?.length ?? null),
  };
}
