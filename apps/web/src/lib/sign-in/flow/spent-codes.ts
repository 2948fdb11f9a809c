const hourMs = 60 * 60_000;
const codesAnHour = 3;

/** Whether no more codes are sent for now: to who is not signed in, the server answers as if they were. */
export const areCodesSpent = (askedAtMs: readonly number[], nowMs: number): boolean =>
  askedAtMs.filter((atMs) => atMs > nowMs - hourMs).length >= codesAnHour;
