type Reading<T, R> = {
  read(item: T): Promise<R>;
  /** For what was read and is not wanted any more. */
  drop(read: R): Promise<void>;
};

/** Reads the items in their order: at most `count` of them at a time, while the one before is worked on. */
export async function* readAhead<T, R>(
  items: AsyncIterable<T>,
  count: number,
  { read, drop }: Reading<T, R>,
): AsyncGenerator<R> {
  const coming = items[Symbol.asyncIterator]();
  const ahead: Array<Promise<PromiseSettledResult<R>>> = [];
  const begin = async (): Promise<void> => {
    const { value, done } = await coming.next();
    if (!done) ahead.push(settle(read(value)));
  };
  try {
    for (let more = 1; more < count; more++) await begin();
    for (;;) {
      await begin();
      const outcome = await ahead.shift();
      if (!outcome) return;
      if (outcome.status === 'rejected') throw outcome.reason;
      yield outcome.value;
    }
  } finally {
    for (const outcome of await Promise.all(ahead)) if (outcome.status === 'fulfilled') await drop(outcome.value);
    await coming.return?.();
  }
}

const settle = async <R>(reading: Promise<R>): Promise<PromiseSettledResult<R>> =>
  (await Promise.allSettled([reading]))[0];
