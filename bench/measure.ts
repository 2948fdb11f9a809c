/** One promise: what was measured, the machine's own limit in the same run, and what their ratio must keep to. */
export type Measure = {
  name: string;
  unit: string;
  ours: number[];
  limit: number[];
  /** `atLeast`: ours per limit, for rates. `atMost`: ours per limit, for times and sizes. */
  promise: { atLeast: number } | { atMost: number };
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
  const { promise, plus = 0 } = measure;
  const kept = 'atLeast' in promise ? own >= promise.atLeast * limitMedian : own <= promise.atMost * limitMedian + plus;
  return { ...measure, median: own, limitMedian, ratio: own / limitMedian, kept };
}

export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const promiseOf = ({ promise, plus, unit }: Measure): string =>
  'atLeast' in promise
    ? `at least ${figure(promise.atLeast)} × the limit`
    : `at most ${figure(promise.atMost)} × the limit${plus ? ` + ${figure(plus)} ${unit}` : ''}`;

/** A table in Markdown, so that it can be pasted where the figures are quoted. */
export function printTable(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.name,
    `${figure(result.median)} ${result.unit}`,
    `${figure(result.limitMedian)} ${result.unit}`,
    figure(result.ratio),
    promiseOf(result),
    result.kept ? 'kept' : 'BROKEN',
    result.note ?? '',
  ]);
  const head = ['what', 'ours', 'limit', 'ratio', 'promise', '', 'note'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
