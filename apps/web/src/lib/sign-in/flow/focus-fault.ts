/** The focus by itself leaves a field where a bar covers it. */
export function bringBefore(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus();
}

/** Leads to what keeps a form from going on, once it is drawn: the first wrong field, or the words under the heading. */
export const focusFault = (): void =>
  void requestAnimationFrame(() => {
    const find = (fault: string) => document.querySelector<HTMLElement>(fault);
    bringBefore(find('[aria-invalid="true"]') ?? find('[data-step-fault]'));
  });
