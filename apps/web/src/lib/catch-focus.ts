/** A dialog that closes first gives the focus back to where it was, in a frame of its own; a row leaves with an answer. */
const waitMs = 120;
const mostLooks = 12;

const isLost = (element: Element | null) =>
  element === null || element === document.body || element.closest('[data-leaving]') !== null;

const heading = () => document.querySelector<HTMLElement>('[data-page-heading]');

/** What has the focus is about to leave the page: it goes to what `find` gives then, or to the page's heading. */
export function catchFocus(find: () => HTMLElement | null | undefined, looks = mostLooks): void {
  setTimeout(() => {
    if (isLost(document.activeElement)) (find() ?? heading())?.focus();
    else if (looks > 0) catchFocus(find, looks - 1);
  }, waitMs);
}

/**
 * Once what is closing has given the focus back, it goes to what `find` gives then; where that is gone, and the focus
 * with it, to the page's heading. Who has pressed something meanwhile keeps the focus where they are.
 */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort();
    (find() ?? (isLost(document.activeElement) ? heading() : undefined))?.focus();
  }, waitMs);
  const leave = () => {
    clearTimeout(timer);
    over.abort();
  };
  for (const kind of ['keydown', 'pointerdown'])
    window.addEventListener(kind, leave, { capture: true, signal: over.signal });
}
