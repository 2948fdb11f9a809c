import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Locale, Messages, Pack } from '../../messages/messages.ts';
import { I18n } from './i18n.tsx';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

/** Words that come when they are let go, each named by its language. */
function lateWords() {
  const waiting = new Map<string, () => void>();
  const load = async (locale: Locale, names: Iterable<Pack>): Promise<Messages> => {
    const packs = [...names];
    await new Promise<void>((resolve) => waiting.set(`${locale} ${packs.join(' ')}`, resolve));
    return Object.fromEntries(packs.map((pack) => [pack, locale])) as unknown as Messages;
  };
  const letGo = async (asked: string) => {
    await vi.waitUntil(() => waiting.has(asked));
    waiting.get(asked)?.();
  };
  return { load, letGo };
}

it('has the words of a page that was loading when the language changed', async () => {
  const { load, letGo } = lateWords();
  const [i18n] = await Promise.all([I18n.start('fr', load), letGo('fr core')]);
  const changed = i18n.setLocale('en');
  const loaded = i18n.load('rest');
  await letGo('fr rest');
  await loaded;
  await letGo('en core');
  await letGo('en core rest');
  await changed;
  expect(i18n.getSnapshot()).toEqual({ locale: 'en', messages: { core: 'en', rest: 'en' } });
});

it('has the words of a page that come after those of the new language', async () => {
  const { load, letGo } = lateWords();
  const [i18n] = await Promise.all([I18n.start('fr', load), letGo('fr core')]);
  const changed = i18n.setLocale('en');
  const loaded = i18n.load('rest');
  await letGo('en core');
  await changed;
  await letGo('fr rest');
  await letGo('en core rest');
  await loaded;
  expect(i18n.getSnapshot()).toEqual({ locale: 'en', messages: { core: 'en', rest: 'en' } });
});
