/** A dialog that closes first gives the focus back to where it was, in a frame of its own; a row leaves with an answer. */
const waitMs = 120;
const mostLooks = 12;

const isLost = (element: Element | null) =>
  element === null || element === document.body || element.closest('[data-leaving]') !== null;

/** What has the focus is about to leave the page: it goes to what `find` gives then, or to the page's heading. */
export function catchFocus(find: () => HTMLElement | null | undefined, looks = mostLooks): void {
  setTimeout(() => {
    if (isLost(document.activeElement)) (find() ?? document.querySelector<HTMLElement>('[data-page-heading]'))?.focus();
    else if (looks > 0) catchFocus(find, looks - 1);
  }, waitMs);
}
