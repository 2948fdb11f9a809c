/** The browser's clock, in milliseconds: the one place that reads it. */
export const nowMs = (): number => Date.now();
