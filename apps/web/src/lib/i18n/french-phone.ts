/** A French number as people write it: national, or under the code of France or of an overseas territory. */
export function isFrenchPhone(typed: string): boolean {
  const compact = typed.replace(/[\s.\-()]/g, '').replace(/^00/, '+');
  return (
    /^0[1-9]\d{8}$/.test(compact) ||
    /^\+(33|262|590|594|596)0?[1-9]\d{8}$/.test(compact) ||
    /^\+(508|681|687|689)\d{6,9}$/.test(compact)
  );
}

/** A French number that can receive an SMS, as far as its first digits show: a code is sent to it. */
export function isFrenchMobile(typed: string): boolean {
  const compact = typed.replace(/[\s.\-()]/g, '').replace(/^00/, '+');
  return isFrenchPhone(typed) && /^(0|\+(33|262|590|594|596)0?)[67]|^\+(508|681|687|689)/.test(compact);
}

/** A stored number (E.164) as French people write it; one of overseas keeps its code, grouped. */
export function showPhone(stored: string): string {
  const [, national] = /^\+33(\d{9})$/.exec(stored) ?? [];
  if (national) return `0${national}`.replace(/(\d{2})(?=\d)/g, '$1 ');
  const [, code, rest] = /^\+(\d{3})(\d{6,9})$/.exec(stored) ?? [];
  return code && rest ? `+${code} ${rest.replace(/(\d{3})(?=(\d{2})+$)|(\d{2})(?=\d)/g, '$1$3 ')}` : stored;
}
