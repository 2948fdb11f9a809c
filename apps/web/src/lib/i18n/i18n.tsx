import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { IntlProvider } from 'use-intl';
import { type Locale, loadMessages, type Messages, type Pack } from '../../messages/messages.ts';
import { writeLocal } from '../browser/local-store.ts';

interface Snapshot {
  locale: Locale;
  messages: Messages;
}

/** The language of the page and what is loaded of its words. */
export class I18n {
  #snapshot: Snapshot;
  readonly #packs = new Set<Pack>(['core']);
  readonly #listeners = new Set<() => void>();
  readonly #loadMessages: typeof loadMessages;

  private constructor(snapshot: Snapshot, load: typeof loadMessages) {
    this.#snapshot = snapshot;
    this.#loadMessages = load;
  }

  static async start(locale: Locale, load = loadMessages): Promise<I18n> {
    return new I18n({ locale, messages: await load(locale, ['core']) }, load);
  }

  readonly getSnapshot = () => this.#snapshot;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(pack: Pack): boolean {
    return this.#packs.has(pack);
  }

  /** A route waits for its words before it draws. */
  async load(pack: Pack): Promise<void> {
    if (this.#packs.has(pack)) return;
    const { locale } = this.#snapshot;
    const messages = await this.#loadMessages(locale, [pack]);
    this.#packs.add(pack);
    if (locale === this.#snapshot.locale) this.#set({ locale, messages: { ...this.#snapshot.messages, ...messages } });
    else await this.setLocale(this.#snapshot.locale);
  }

  async setLocale(locale: Locale): Promise<void> {
    let count: number;
    let messages: Messages;
    // A page may have asked for its words meanwhile: they came in the old language.
    do {
      count = this.#packs.size;
      messages = await this.#loadMessages(locale, this.#packs);
    } while (count < this.#packs.size);
    document.documentElement.lang = locale;
    writeLocal('locale', locale);
    this.#set({ locale, messages });
  }

  #set(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

const I18nContext = createContext<I18n | null>(null);

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n outside MessagesProvider');
  return i18n;
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function MessagesProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const { locale, messages } = useSyncExternalStore(i18n.subscribe, i18n.getSnapshot);
  return (
    <I18nContext value={i18n}>
      <IntlProvider locale={locale} messages={messages} timeZone={timeZone}>
        <I18nProvider locale={locale === 'fr' ? 'fr-FR' : 'en-GB'}>{children}</I18nProvider>
      </IntlProvider>
    </I18nContext>
  );
}
