import { nowMs } from './clock.ts';

/** Beyond the hour of an activation, so that one that has expired still knows what was typed. */
const lifeMs = 2 * 60 * 60_000;
const keyName = 'tabKey';

interface KeptKey {
  id: string;
  key: CryptoKey;
  madeAtMs: number;
}

/** AES-256-GCM, under a key of this tab that no script can export: the text alone opens nothing. */
export async function seal(name: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify({ value, untilMs: nowMs() + lifeMs }));
  const sealed = await crypto.subtle.encrypt(algorithmOf(name, iv), await keyOfTab(), plain);
  return `${encode(iv)}.${encode(new Uint8Array(sealed))}`;
}

/** What was sealed under that name; undefined where it is too old, or the key that sealed it is gone. */
export async function open(name: string, sealed: string): Promise<unknown> {
  const [iv = '', text = ''] = sealed.split('.');
  try {
    const plain = await crypto.subtle.decrypt(algorithmOf(name, decode(iv)), await keyOfTab(), decode(text));
    const { value, untilMs } = JSON.parse(new TextDecoder().decode(plain)) as { value: unknown; untilMs: number };
    return untilMs > nowMs() ? value : undefined;
  } catch {
    // Of another key, or not ours.
    return undefined;
  }
}

const algorithmOf = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
});

const encode = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const decode = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

let inThisPage: Promise<CryptoKey> | undefined;
const keyOfTab = (): Promise<CryptoKey> => (inThisPage ??= findKey());

/** Its number stands in the tab, the key itself where only this origin's own code can use it. */
async function findKey(): Promise<CryptoKey> {
  const keys = await openKeys();
  const id = sessionStorage.getItem(keyName);
  const known = id === null ? undefined : ((await asked(keys('readonly').get(id))) as KeptKey | undefined);
  return known?.key ?? makeKey(keys);
}

type Keys = (mode: IDBTransactionMode) => IDBObjectStore;

async function makeKey(keys: Keys): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const made: KeptKey = { id: crypto.randomUUID(), key, madeAtMs: nowMs() };
  const before = (await asked(keys('readonly').getAll())) as KeptKey[];
  await asked(keys('readwrite').put(made));
  // Tabs that were closed left theirs.
  const old = before.filter(({ madeAtMs }) => madeAtMs < made.madeAtMs - 12 * lifeMs);
  for (const { id } of old) await asked(keys('readwrite').delete(id));
  sessionStorage.setItem(keyName, made.id);
  return key;
}

async function openKeys(): Promise<Keys> {
  const opening = indexedDB.open('perenne', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('tabKeys', { keyPath: 'id' }));
  const database = await asked(opening);
  return (mode) => database.transaction('tabKeys', mode).objectStore('tabKeys');
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')));
  });
