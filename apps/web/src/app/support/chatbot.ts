import { getChatbotToken } from '@perenne/contract/identity';
import { call } from '../../lib/api/call.ts';
import { nowMs } from '../../lib/browser/clock.ts';
import { onTokensChanged, openSafe, readClaims, removeToken, storeToken, tokenFault } from '../../lib/api/tokens.ts';

/** `stopped` is a script that flooded the page; `over` is for good: its owner has left. */
export type ChatbotState = 'loading' | 'running' | 'failed' | 'stopped' | 'over';

/** A script that has not come by then is not waited for. */
const longestLoadMs = 15_000;
/** A token is asked for again a minute before its end, and every 20 seconds where the server does not answer. */
const marginMs = 60_000;
const retryMs = 20_000;
const longestTimerMs = 2 ** 31 - 1;
/** The page in the frame says four words, each once or twice. More messages than these in a second are a flood. */
const mostMessages = 100;
const floodMs = 1000;

/** As the server's policy for the page in the frame: without `allow-same-origin`, its origin is opaque. */
const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** The type of a message; anything may be posted to a page. */
const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

/**
 * The support chatbot: a stranger's script in a frame of an opaque origin, which gets its token by messages and nothing
 * else of the session. One lives as long as its panel is open: a frame that is hidden could still take the focus, and
 * with it the keys that are meant for the page.
 */
export class Chatbot {
  /** It belongs to the document and not to React: the frame goes in the same instant as the panel closes. */
  readonly dialog: HTMLDialogElement = document.createElement('dialog');
  /** The panel draws its title, its button and its states into it, around the frame. */
  readonly around: HTMLElement = document.createElement('div');
  readonly frame: HTMLIFrameElement = document.createElement('iframe');
  readonly #listeners = new Set<() => void>();
  #closing = new AbortController();
  #state: ChatbotState = 'loading';
  #token: string | null = null;
  #isStarted = false;
  #isListening = false;
  /** Whether the page that the frame has loaded was answered. */
  #isAnswered = false;
  #heard = { sinceMs: 0, count: 0 };
  #opener: HTMLElement | null = null;

  constructor() {
    this.frame.setAttribute('sandbox', sandbox);
    this.frame.setAttribute('allow', '');
    this.frame.setAttribute('referrerpolicy', 'no-referrer');
    this.frame.addEventListener('load', () => (this.#isAnswered = false));
    this.dialog.dataset.state = this.#state;
    this.dialog.append(this.around);
  }

  readonly getState = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Says how it looks, and what it is called. */
  present({ className, titleId, frameTitle }: { className: string; titleId: string; frameTitle: string }): void {
    this.dialog.className = className;
    this.dialog.setAttribute('aria-labelledby', titleId);
    this.frame.title = frameTitle;
  }

  /**
   * Opens the panel over the page, of which nothing can have the focus until it is closed.
   *
   * @param opener gets the focus back
   */
  show(opener: HTMLElement | null): void {
    if (this.dialog.open) return;
    this.#opener = opener;
    this.#closing = new AbortController();
    this.#isStarted = false;
    const owner = openSafe();
    const stop = onTokensChanged(() => openSafe() !== owner && this.#end('over'));
    this.#closing.signal.addEventListener('abort', stop);
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /** Loads the frame, once for each opening. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { signal } = this.#closing;
    const { lang, dataset } = document.documentElement;
    window.addEventListener('message', this.#hear, { signal });
    // The `:focus` of an element says nothing once the focus is inside of its frame.
    for (const type of ['blur', 'focus'])
      window.addEventListener(type, () => this.#later(0, this.#markFocus), { signal });
    this.dialog.addEventListener('focusin', this.#markFocus, { signal });
    this.#later(longestLoadMs, () => this.#state === 'loading' && this.#end('failed'));
    this.frame.src = `/chatbot.html#${new URLSearchParams({ lang, theme: dataset.theme ?? 'light' })}`;
    this.dialog.append(this.frame);
    void this.#renewToken();
  }

  /** Closes the panel. The frame goes first, before anything of the page can have the focus. */
  hide(): void {
    if (!this.dialog.isConnected) return;
    this.frame.remove();
    this.#closing.abort();
    this.dialog.close();
    this.dialog.remove();
    removeToken('chatbotToken');
    // The browser gives the focus back to the entry of a menu, which is gone.
    this.#opener?.focus({ preventScroll: true });
  }

  readonly #markFocus = (): void => {
    this.dialog.dataset.focus = document.activeElement === this.frame ? 'frame' : 'panel';
  };

  /** Nested frames, pages that opened this one and other scripts may post here too. */
  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    // Extensions of the browser post in the page's own name.
    if (source === window) return;
    if (this.#isFlood()) return this.#end('stopped');
    if (source !== this.frame.contentWindow || origin !== 'null') return;
    const type = typeOf(data);
    if (type === 'perenne:chatbot-ready') this.#answerReady();
    else if (type === 'perenne:chatbot-loaded' && this.#state === 'loading') this.#set('running');
    else if (type === 'perenne:chatbot-failed' && this.#state === 'loading') this.#end('failed');
    // As by Escape outside of the frame.
    else if (type === 'perenne:chatbot-close') this.dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  };

  /** Messages from all frames count: each takes its part of the page's time. */
  #isFlood(): boolean {
    const now = nowMs();
    if (now - this.#heard.sinceMs >= floodMs) this.#heard = { sinceMs: now, count: 0 };
    this.#heard.count += 1;
    return this.#heard.count > mostMessages;
  }

  #answerReady(): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#isListening = true;
    this.#postToken();
  }

  /** An opaque origin has no name to post to. The page's policy (`frame-src`) lets no other page into the frame. */
  #postToken(): void {
    if (!this.#isListening) return;
    this.frame.contentWindow?.postMessage({ type: 'perenne:chatbot-token', token: this.#token }, '*');
  }

  #give(token: string | null): void {
    this.#token = token;
    this.#postToken();
  }

  async #renewToken(): Promise<void> {
    const { signal } = this.#closing;
    try {
      const { token } = await call(getChatbotToken, { signal });
      storeToken('chatbotToken', token);
      this.#give(token);
    } catch {
      if (signal.aborted) return;
      if (this.#state === 'loading') return this.#end('failed');
      // One that could not be renewed is good until its end.
      if (this.#token !== null && tokenFault(this.#token)) this.#give(null);
    }
    const endMs = (readClaims(this.#token ?? '')?.exp ?? 0) * 1000;
    this.#later(Math.max(retryMs, endMs - nowMs() - marginMs), () => void this.#renewToken());
  }

  #later(ms: number, act: () => void): void {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    const timer = setTimeout(act, Math.min(longestTimerMs, ms));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #end(state: 'failed' | 'stopped' | 'over'): void {
    this.hide();
    this.#set(state);
  }

  #set(state: ChatbotState): void {
    this.#state = state;
    this.dialog.dataset.state = state;
    for (const listener of this.#listeners) listener();
  }
}
