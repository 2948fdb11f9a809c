/** The focus by itself leaves a field where a bar covers it. */
export function bringBefore(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}

/** Two seconds of a page that draws at its usual speed, and longer where it is slow. */
const mostFrames = 120;

/**
 * Leads to what keeps a form from going on, once it is drawn: the first wrong field, or the words under the heading.
 * On a slow device React draws them frames after the code that asks for them.
 */
export function focusFault(frames = mostFrames): void {
  requestAnimationFrame(() => {
    const find = (fault: string) => document.querySelector<HTMLElement>(fault);
    const fault = find('[aria-invalid="true"]') ?? find('[data-step-fault]');
    if (fault) bringBefore(fault);
    else if (frames > 0) focusFault(frames - 1);
  });
}
