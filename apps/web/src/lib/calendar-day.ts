/** A `YYYY-MM-DD` of an address, if there is such a day: not the 30th of February. */
export function readDay(value: string | undefined): string | undefined {
  if (value === undefined || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}
