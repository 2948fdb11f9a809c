const fields = 'input, textarea, select, [contenteditable], [role="spinbutton"], [role="menu"]';

/** Keys typed into a field, or in a dialog over the viewer, are not for the document. */
export function isForDocument({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof Element)) return true;
  const dialog = target.closest('[role="dialog"], [role="alertdialog"]');
  return !target.closest(fields) && (dialog === null || dialog.querySelector('[data-viewer-frame]') !== null);
}
