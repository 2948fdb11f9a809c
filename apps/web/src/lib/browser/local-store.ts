/**
 * localStorage may be refused (private windows, policies): reading then finds nothing and
 * writing keeps the value for this page only.
 */
const fallback = new Map<string, string>();

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    fallback.set(key, value);
  }
}

export function removeLocal(key: string): void {
  fallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is refused: the fallback above was the only copy.
    return;
  }
}
