const mostBrandBytes = 256;
const sequences = new Set(['mif1', 'msf1']);
const hevc = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']);
const av1 = new Set(['avif', 'avis']);

/** ISO 14496-12, 4.3: the brands in the first box, the one of the writer first. */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length, mostBrandBytes);
  const compatible = Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, index) => 16 + index * 4);
  return [8, ...compatible].map((at) => head.toString('latin1', at, at + 4));
}

export const isAvif = (head: Buffer): boolean => brandsOf(head).some((brand) => av1.has(brand));

/** Pictures of ISO 23008-12 that are compressed by HEVC. */
export const isHeic = (head: Buffer): boolean =>
  !isAvif(head) && brandsOf(head).some((brand) => hevc.has(brand) || sequences.has(brand));
