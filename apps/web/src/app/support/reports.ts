import type { AppRouter } from '../router.tsx';

interface Receiver {
  url: string;
  sampleRate: number;
}

interface ReportsConf {
  analytics: Receiver | null;
  errorReporting: Receiver | null;
}

/** Pages by the pattern of their route, without its values: `/documents/{-$folderId}`. */
const pageOf = (router: AppRouter): string => router.state.matches.at(-1)?.fullPath ?? '/';

/** No cookie, no referrer, nothing of the answer: a name goes out, and that is all. */
function send(url: string, report: { kind: 'page' | 'error'; page: string; name?: string }): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    body: JSON.stringify(report),
    // A receiver that cannot be reached is no fault of the page.
  }).catch(() => null);
}

/** Names of errors are chosen by programs; a message may hold what the user typed, so it stays here. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Unknown');

const isDrawn = (receiver: Receiver | null, draw: () => number): receiver is Receiver =>
  receiver !== null && receiver.sampleRate > 0 && draw() < receiver.sampleRate;

/** Counts pages and reports errors, each by its rate of visits; what was not configured is never called. */
export function startReports(
  { analytics, errorReporting }: ReportsConf,
  router: AppRouter,
  draw: () => number = Math.random,
): void {
  if (isDrawn(analytics, draw)) {
    const count = () => send(analytics.url, { kind: 'page', page: pageOf(router) });
    count();
    router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) count();
    });
  }
  if (isDrawn(errorReporting, draw)) {
    const tell = (error: unknown) =>
      send(errorReporting.url, { kind: 'error', page: pageOf(router), name: nameOf(error) });
    window.addEventListener('error', ({ error }) => tell(error));
    window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
    // An error while a page is drawn ends in the router's own boundary.
    router.options.defaultOnCatch = tell;
  }
}
