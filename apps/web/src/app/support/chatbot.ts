import { getChatbotToken } from '@perenne/contract/identity';
import { call } from '../../lib/call.ts';
import { nowMs } from '../../lib/clock.ts';
import { onTokensChanged, readClaims, readToken, removeToken, storeToken, tokenFault } from '../../lib/tokens.ts';

/** `over` is for good: its owner has left. */
export type ChatbotState = 'loading' | 'running' | 'failed' | 'over';

/** A script that has not come by then is not waited for. */
const longestLoadMs = 15_000;
/** A token is asked for again a minute before its end, and every 20 seconds where the server does not answer. */
const marginMs = 60_000;
const retryMs = 20_000;
const longestTimerMs = 2 ** 31 - 1;
/** The script has this long to take leave of an owner who signs out; then its frame goes. */
const graceMs = 1000;

/** As the server's policy for the page in the frame: without `allow-same-origin`, its origin is opaque. */
const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** The safe that is open in this browser. */
const openSafe = () => readClaims(readToken('authToken') ?? '')?.sub;

/** The type of a message; anything may be posted to a page. */
const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

/**
 * The support chatbot: a stranger's script in a frame of an opaque origin, which gets its token by messages and nothing
 * else of the session. It lives in a dialog of the document's own, and outlives the pages, until its owner leaves.
 */
export class Chatbot {
  /** A frame that moves in the document loads again, and forgets what was said: it stays in this dialog, shown or not. */
  readonly dialog: HTMLDialogElement = document.createElement('dialog');
  /** The panel draws its title, its button and its states into it, around the frame. */
  readonly around: HTMLElement = document.createElement('div');
  readonly frame: HTMLIFrameElement = document.createElement('iframe');
  readonly #owner = openSafe();
  readonly #leaving = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: ChatbotState = 'loading';
  #token: string | null = null;
  #isStarted = false;
  #isListening = false;
  #opener: HTMLElement | null = null;

  constructor() {
    this.frame.setAttribute('sandbox', sandbox);
    this.frame.setAttribute('allow', '');
    this.frame.setAttribute('referrerpolicy', 'no-referrer');
    this.dialog.dataset.state = this.#state;
    this.dialog.append(this.around, this.frame);
    document.body.append(this.dialog);
    const stop = onTokensChanged(() => openSafe() !== this.#owner && this.#leave());
    this.#leaving.signal.addEventListener('abort', stop);
  }

  readonly getState = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the frame, once. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { signal } = this.#leaving;
    const { lang, dataset } = document.documentElement;
    window.addEventListener('message', this.#hear, { signal });
    this.#later(longestLoadMs, () => this.#state === 'loading' && this.#fail());
    this.frame.src = `/chatbot.html#${new URLSearchParams({ lang, theme: dataset.theme ?? 'light' })}`;
    void this.#renewToken();
  }

  /** Says how it looks, and what it is called. */
  present({ className, titleId, frameTitle }: { className: string; titleId: string; frameTitle: string }): void {
    this.dialog.className = className;
    this.dialog.setAttribute('aria-labelledby', titleId);
    this.frame.title = frameTitle;
  }

  /** @param opener gets the focus back */
  show(opener: HTMLElement | null): void {
    this.#opener = opener;
    if (!this.dialog.open) this.dialog.showModal();
  }

  hide(): void {
    if (!this.dialog.open) return;
    this.dialog.close();
    // The browser gives the focus back to the entry of a menu, which is gone.
    this.#opener?.focus({ preventScroll: true });
  }

  /** Nested frames, pages that opened this one and other scripts may post here too. */
  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== this.frame.contentWindow || origin !== 'null') return;
    const type = typeOf(data);
    if (type === 'perenne:chatbot-ready') {
      this.#isListening = true;
      this.#postToken();
    } else if (type === 'perenne:chatbot-loaded' && this.#state === 'loading') this.#set('running');
    else if (type === 'perenne:chatbot-failed' && this.#state === 'loading') this.#fail();
    // As by Escape outside of the frame.
    else if (type === 'perenne:chatbot-close') this.dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  };

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
    const { signal } = this.#leaving;
    try {
      const { token } = await call(getChatbotToken, { signal });
      storeToken('chatbotToken', token);
      this.#give(token);
    } catch {
      if (signal.aborted) return;
      if (this.#state === 'loading') this.#fail();
      // One that could not be renewed is good until its end.
      else if (this.#token !== null && tokenFault(this.#token)) this.#give(null);
    }
    const endMs = (readClaims(this.#token ?? '')?.exp ?? 0) * 1000;
    this.#later(Math.max(retryMs, endMs - nowMs() - marginMs), () => void this.#renewToken());
  }

  #later(ms: number, act: () => void): void {
    const { signal } = this.#leaving;
    if (signal.aborted) return;
    const timer = setTimeout(act, Math.min(longestTimerMs, ms));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  #fail(): void {
    this.#end('failed');
    this.dialog.remove();
  }

  #leave(): void {
    this.#give(null);
    this.#end('over');
    setTimeout(() => this.dialog.remove(), graceMs);
  }

  #end(state: 'failed' | 'over'): void {
    this.#leaving.abort();
    removeToken('chatbotToken');
    this.hide();
    this.#set(state);
  }

  #set(state: ChatbotState): void {
    this.#state = state;
    this.dialog.dataset.state = state;
    for (const listener of this.#listeners) listener();
  }
}

let current: Chatbot | undefined;

/** The chatbot that was opened in this document, or a new one where there is none or it has ended. */
export function openChatbot(): Chatbot {
  const state = current?.getState();
  if (!current || state === 'failed' || state === 'over') current = new Chatbot();
  return current;
}
