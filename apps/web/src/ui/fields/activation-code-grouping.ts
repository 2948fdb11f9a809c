/** `abcd1234efgh` → `ABCD-1234-EFGH`; what is neither letter nor digit is dropped. */
export function groupActivationCode(typed: string): string {
  const compact = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 12);
  return compact.match(/.{1,4}/g)?.join('-') ?? '';
}
