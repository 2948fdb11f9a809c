/** A dialog that closes first gives the focus back to where it was, in a frame of its own. */
const waitMs = 120;

const isLost = (element: Element | null) =>
  element === null || element === document.body || element.closest('[data-leaving]') !== null;

/** What had the focus has left the page: it goes to what `find` gives, or to the page's heading. */
export function catchFocus(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (!isLost(document.activeElement)) return;
    (find() ?? document.querySelector<HTMLElement>('[data-page-heading]'))?.focus();
  }, waitMs);
}
