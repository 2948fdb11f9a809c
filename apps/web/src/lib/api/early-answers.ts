type Early = { response: Response } | { cause: unknown };

declare global {
  /** `boot.js` asked for these while the application's code was on its way. */
  var earlyAnswers: { token: string | null; answers: Partial<Record<string, Promise<Early>>> } | undefined;
}

/** Later, an answer shows a safe as it was. */
const freshForMs = 10_000;

/** The answer that is on its way already, if there is one: for the same sign-in, and once. Fails as `fetch` does. */
export function takeEarlyAnswer(address: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  const answer = early?.answers[address];
  if (!early || !answer) return undefined;
  delete early.answers[address];
  return token === early.token && performance.now() < freshForMs ? opened(answer) : undefined;
}

async function opened(answer: Promise<Early>): Promise<Response> {
  const early = await answer;
  if ('cause' in early) throw early.cause;
  return early.response;
}
