const ticks = 15;

/**
 * Aborts once a partner has had that time. While this process is too busy to hear anybody, its timers are late too: such
 * a pause counts as one tick of fifteen, for the answer may have come meanwhile. `stop` ends the wait.
 */
export function partnerTimeout(ms: number): { signal: AbortSignal; stop(): void } {
  const late = new AbortController();
  let passed = 0;
  const timer = setInterval(() => {
    passed += 1;
    if (passed < ticks) return;
    clearInterval(timer);
    // Answers that have come by now are heard first.
    setImmediate(() => late.abort(new Error('the partner does not answer')));
  }, ms / ticks);
  return { signal: late.signal, stop: () => clearInterval(timer) };
}
