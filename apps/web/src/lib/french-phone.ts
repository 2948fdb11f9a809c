/** A French number as people write it: national, or under the code of France or of an overseas territory. */
export function isFrenchPhone(typed: string): boolean {
  const compact = typed.replace(/[\s.\-()]/g, '').replace(/^00/, '+');
  return (
    /^0[1-9]\d{8}$/.test(compact) ||
    /^\+(33|262|590|594|596)0?[1-9]\d{8}$/.test(compact) ||
    /^\+(508|681|687|689)\d{6,9}$/.test(compact)
  );
}
