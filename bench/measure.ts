/** `atLeast` for rates, `atMost` for times and sizes. */
type Bound = { atLeast: number } | { atMost: number };

/** `promise` bounds ours per limit, `absolute` ours in its own unit, on any machine. A row with both keeps to both. */
type Promised = { promise: Bound; absolute?: Bound } | { promise?: never; absolute: Bound };

/** One promise: the values that were measured, the machine's own limit in the same run, and the bounds of the values. */
export type Measure = Promised & {
  name: string;
  unit: string;
  ours: number[];
  /** Empty where the machine sets none. */
  limit: number[];
  /** Added to the allowance of a time. */
  plus?: number;
  note?: string;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};

export type Result = Measure & { median: number; limitMedian: number; ratio: number; kept: boolean };

export function judge(measure: Measure): Result {
  const own = median(measure.ours);
  const limitMedian = median(measure.limit);
  const { promise, absolute, plus = 0 } = measure;
  const kept =
    (!promise || isWithin(promise, own, { times: limitMedian, plus })) &&
    (!absolute || isWithin(absolute, own, { times: 1, plus: 0 }));
  return { ...measure, median: own, limitMedian, ratio: own / limitMedian, kept };
}

const isWithin = (bound: Bound, value: number, { times, plus }: { times: number; plus: number }): boolean =>
  'atLeast' in bound ? value >= bound.atLeast * times : value <= bound.atMost * times + plus;

export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const boundInWords = (bound: Bound): string =>
  'atLeast' in bound ? `at least ${figure(bound.atLeast)}` : `at most ${figure(bound.atMost)}`;

function promiseOf({ promise, absolute, plus, unit }: Measure): string {
  const share = promise && `${boundInWords(promise)} × the limit${plus ? ` + ${figure(plus)} ${unit}` : ''}`;
  return [share, absolute && `${boundInWords(absolute)} ${unit}`].filter(Boolean).join('; ');
}

/** A table in Markdown, so that it can be pasted where the figures are quoted. */
export function printTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.name,
    `${figure(result.median)} ${result.unit}`,
    result.limit.length > 0 ? `${figure(result.limitMedian)} ${result.unit}` : '',
    result.limit.length > 0 ? figure(result.ratio) : '',
    promiseOf(result),
    result.kept ? 'kept' : 'BROKEN',
    result.note ?? '',
  ]);
  const head = ['what', 'ours', 'limit', 'ratio', 'promise', '', 'note'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
