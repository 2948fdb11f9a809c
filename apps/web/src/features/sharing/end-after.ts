const dayMs = 86_400_000;

/** The instant so many days after another. */
export const endAfter = (days: number, fromMs: number): string => new Date(fromMs + days * dayMs).toISOString();
