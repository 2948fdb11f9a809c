/** Joins the class names that are there; what is false or undefined leaves no trace. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
