/**
 * After a deploy, files have other names: the page is read again, once for each of its parts. Not where nobody
 * answers: the content of the screen would be lost.
 */
export async function reloadIfRenewed(part: string, missing: unknown): Promise<never> {
  const key = `renewed.${part}`;
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok || sessionStorage.getItem(key) !== null) throw missing;
  sessionStorage.setItem(key, '1');
  location.reload();
  return new Promise<never>(() => undefined);
}
