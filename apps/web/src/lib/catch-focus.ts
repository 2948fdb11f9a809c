/** A dialog that closes first gives the focus back to where it was, in a frame of its own. */
const waitMs = 120;
/** Ten seconds: what leaves with an answer leaves late where the line is slow. */
const mostLooks = 80;

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

/** What has the focus is about to leave the page: it goes to what `find` gives then, or to the page's heading. */
export function catchFocus(find: () => HTMLElement | null | undefined): void {
  const over = untilPressed();
  let looks = 0;
  // It goes on looking: what was found may leave as well.
  const timer = setInterval(() => {
    if (isLost(document.activeElement)) (find() ?? heading())?.focus();
    looks += 1;
    if (looks === mostLooks) over.abort();
  }, waitMs);
  over.signal.addEventListener('abort', () => clearInterval(timer));
}

/**
 * Once what is closing has given the focus back, it goes to what `find` gives then; where that is gone, and the focus
 * with it, to the page's heading.
 */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  const over = untilPressed();
  const timer = setTimeout(() => {
    over.abort();
    (find() ?? (isLost(document.activeElement) ? heading() : undefined))?.focus();
  }, waitMs);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
}
