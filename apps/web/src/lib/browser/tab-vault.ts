// Imports nothing: the first lines of the page wait for it, and a part that needed the page would wait for them.

/** The sealed value, and until when it is good. */
export interface Kept {
  value: unknown;
  untilMs: number;
}

/** AES-256-GCM, under a key of this tab that no script can export: the text alone opens nothing. */
export async function seal(name: string, kept: Kept, nowMs: number): Promise<string> {
  const { untilMs } = kept;
  keyOfTab = keyOfTab.then((made) => (made && outlives(made, untilMs) ? made : storeKey(made, untilMs, nowMs)));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(kept));
  const { key } = (await keyOfTab) as TabKey;
  const sealed = await crypto.subtle.encrypt(algorithmOf(name, iv), key, plain);
  return `${encode(iv)}.${encode(new Uint8Array(sealed))}`;
}

/** Opens what was sealed under that name; null where the key that sealed it is gone. */
export async function open(name: string, sealed: string): Promise<Kept | null> {
  const [iv = '', text = ''] = sealed.split('.');
  try {
    const made = await keyOfTab;
    if (!made) return null;
    const plain = await crypto.subtle.decrypt(algorithmOf(name, decode(iv)), made.key, decode(text));
    return JSON.parse(new TextDecoder().decode(plain)) as Kept;
  } catch {
    // It is of another key, not ours, or the browser gives no keys any more.
    return null;
  }
}

const algorithmOf = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
});

const uses: KeyUsage[] = ['encrypt', 'decrypt'];

const encode = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const decode = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

interface TabKey {
  id: string;
  key: CryptoKey;
  /** Until when what it sealed is good. */
  untilMs: number;
}

const numberOfKey = 'tabKey';
/** Keys of tabs that were closed. */
const leftOverMs = 24 * 60 * 60_000;

/** Each thing that is kept is good for a little longer than the one before: its key waits for more than that. */
const outlives = (made: TabKey, untilMs: number): boolean => made.untilMs + leftOverMs / 2 >= untilMs;

let keyOfTab: Promise<TabKey | undefined> = findKey();

/** The tab holds its number, and the browser the key itself where only this origin's own code can use it. */
async function findKey(): Promise<TabKey | undefined> {
  const id = sessionStorage.getItem(numberOfKey);
  if (id === null) return undefined;
  const keys = await openKeys('readonly');
  return (await asked(keys.get(id))) as TabKey | undefined;
}

/** A new one, or the one of this tab for longer. */
async function storeKey(made: TabKey | undefined, untilMs: number, nowMs: number): Promise<TabKey> {
  const key = made?.key ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, uses));
  const stored: TabKey = { id: made?.id ?? crypto.randomUUID(), key, untilMs };
  const keys = await openKeys('readwrite');
  const others = (await asked(keys.getAll())) as TabKey[];
  for (const other of others) if (other.untilMs < nowMs - leftOverMs) keys.delete(other.id);
  await asked(keys.put(stored));
  sessionStorage.setItem(numberOfKey, stored.id);
  return stored;
}

async function openKeys(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('perenne', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('tabKeys', { keyPath: 'id' }));
  return (await asked(opening)).transaction('tabKeys', mode).objectStore('tabKeys');
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')));
  });
}
