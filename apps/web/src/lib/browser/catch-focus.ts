/** A dialog that closes first gives the focus back to where it was, in a frame of its own. */
const waitMs = 120;
/** A minute: what leaves with an answer leaves late where the line or the device is slow. A press ends it sooner. */
const mostLooks = 500;
/** A second: what closes is gone by then. */
const leadingLooks = 8;

type Find = () => HTMLElement | null | undefined;

const isLost = (element: Element | null) =>
  element === null || element === document.body || element.closest('[data-leaving]') !== null;

const heading = () => document.querySelector<HTMLElement>('[data-page-heading]');

/** Aborts once something is pressed: from then on, the focus is where they want it. */
function untilPressed(): AbortController {
  const over = new AbortController();
  for (const kind of ['keydown', 'pointerdown'])
    window.addEventListener(kind, () => over.abort(), { capture: true, signal: over.signal });
  return over;
}

/** Call before the focused element leaves: focus goes to what `find` gives then, or to the page's heading. */
export const catchFocus = (find: Find): void => watch(find, 0);

/**
 * Once what is closing has given the focus back, wherever that was, it goes to what `find` gives then; where that is
 * gone, and the focus with it, to the page's heading.
 */
export const focusLater = (find: Find): void => watch(find, leadingLooks);

/** @param leading how many looks take the focus from where it is, until it has come to what is found */
function watch(find: Find, leading: number): void {
  const over = untilPressed();
  let isThere = false;
  let looks = 0;
  // It goes on looking: what was found may leave as well.
  const timer = setInterval(() => {
    const found = find();
    const target = found?.isConnected ? found : undefined;
    const { activeElement } = document;
    if (isLost(activeElement)) (target ?? heading())?.focus();
    else if (!isThere && looks < leading) target?.focus();
    // An element still open takes it back at once; code that moves it later, without a key, keeps it.
    isThere ||= target !== undefined && document.activeElement === target;
    looks += 1;
    if (looks === mostLooks) over.abort();
  }, waitMs);
  over.signal.addEventListener('abort', () => clearInterval(timer));
}
