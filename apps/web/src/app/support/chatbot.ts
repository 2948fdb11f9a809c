import { getChatbotToken } from '@perenne/contract/identity';
import { call } from '../../lib/call.ts';
import { nowMs } from '../../lib/clock.ts';
import { readClaims, removeToken, storeToken } from '../../lib/tokens.ts';

/** The page hands this over to the script of the support chatbot: see docs/operations.md. */
declare global {
  interface Window {
    perenneChatbot?: { token: string | null };
  }
}

/** Fires on `window`, with `{token}` in its detail, whenever the token changes; null when its owner leaves. */
const tokenEvent = 'perenne:chatbot-token';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** The one script that this policy lets through; the server's CSP names it. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const rules = {
    createScriptURL(address: string) {
      if (address !== url) throw new TypeError('Not the script of the support chatbot');
      return address;
    },
  };
  return trustedTypes?.createPolicy('perenne-chatbot', rules).createScriptURL(url) ?? url;
}

function handOver(token: string | null): void {
  window.perenneChatbot = { token };
  window.dispatchEvent(new CustomEvent(tokenEvent, { detail: { token } }));
}

/** A token is asked for again a minute before its end. */
const marginMs = 60_000;
const longestTimerMs = 2 ** 31 - 1;

async function renewToken(signal: AbortSignal): Promise<void> {
  const { token } = await call(getChatbotToken, { signal });
  storeToken('chatbotToken', token);
  handOver(token);
  const claims = readClaims(token);
  if (!claims) return;
  const timer = setTimeout(
    () => void renewToken(signal).catch(() => handOver(null)),
    Math.min(longestTimerMs, Math.max(marginMs, claims.exp * 1000 - nowMs() - marginMs)),
  );
  signal.addEventListener('abort', () => clearTimeout(timer));
}

const isLoaded = (url: string) => [...document.scripts].some(({ src }) => src === url);

/** A script stays in its page for good: who signs in again meets the one that is there. */
function loadScript(url: string): Promise<void> {
  if (isLoaded(url)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trusted(url);
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The support chatbot could not be loaded'));
    });
    document.head.append(script);
  });
}

/** Gives the chatbot its token, then loads it; when the owner leaves, both forget the token. */
export async function startChatbot(url: string, leaving: AbortSignal): Promise<void> {
  leaving.addEventListener('abort', () => {
    removeToken('chatbotToken');
    handOver(null);
  });
  await renewToken(leaving);
  if (!leaving.aborted) await loadScript(url);
}
