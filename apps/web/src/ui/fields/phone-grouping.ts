/** Groups a French number by two digits as it is typed; what is not one is left as it is. */
export function groupPhone(typed: string): string {
  const compact = typed.replace(/[\s.-]/g, '');
  const national = /^0\d{0,9}$/.test(compact);
  if (national) return compact.replace(/(\d{2})(?=\d)/g, '$1 ');
  const [, prefix, rest] = /^(\+33)(\d{0,9})$/.exec(compact) ?? [];
  if (prefix === undefined || rest === undefined) return typed;
  return [prefix, rest.slice(0, 1), ...(rest.slice(1).match(/\d{1,2}/g) ?? [])].filter(Boolean).join(' ');
}
