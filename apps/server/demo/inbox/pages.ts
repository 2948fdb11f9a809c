import { parisTime } from '../../src/platform/time/calendar.ts';
import { html, type Html } from '../../src/platform/mail/html.ts';
import type { Filter, Message } from './messages.ts';
import { words, type Locale } from './words.ts';

export type Answer = { status: number; type?: string; body?: string | Buffer; csp?: string };

export type View = {
  locale: Locale;
  filter: Filter;
  /** Newest first. */
  messages: Message[];
  /** The message that is being read; absent on the list itself. */
  open: Message | undefined;
  /** Asked for by its identifier: on a phone it takes the place of the list. */
  isChosen: boolean;
};

/** More than anybody reads; the rest is found with the filter. */
const longestList = 200;

export function renderPage(view: View): string {
  const { locale, messages, isChosen } = view;
  const say = words[locale];
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${say.title} · Pérenne</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/inbox.css" />
        <script src="/inbox.js" defer></script>
      </head>
      <body class="${isChosen ? 'chosen' : 'list'}">
        <header>
          <img src="/icon.svg" alt="" width="40" height="40" />
          <div>
            <p class="brand">Pérenne</p>
            <h1>${say.title}</h1>
          </div>
        </header>
        <main>
          <section class="index" aria-labelledby="messages">
            <p class="lead">${say.lead}</p>
            ${filterForm(view)}
            <div class="heading">
              <h2 id="messages">${say.messages}</h2>
              <p class="count" role="status">${say.count(messages.length)}</p>
            </div>
            <p class="away" role="alert" hidden>${say.away}</p>
            <div id="items">${messages.length === 0 ? emptyState(view) : list(view)}</div>
          </section>
          <section class="reader">${reader(view)}</section>
        </main>
      </body>
    </html>`.source;
}

function filterForm({ locale, filter }: View): Html {
  const say = words[locale];
  const isFiltered = filter.to !== undefined || filter.channel !== undefined;
  const option = (value: string, label: string) =>
    (filter.channel ?? '') === value
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`;
  return html`<form method="get" action="/" role="search">
    <label>${say.recipient}<input name="to" value="${filter.to ?? ''}" autocomplete="off" spellcheck="false" /></label>
    <label
      >${say.channel}<select name="channel">
        ${[option('', say.all), option('EMAIL', say.EMAIL), option('SMS', say.SMS)]}
      </select></label
    >
    <button>${say.filter}</button>
    ${isFiltered ? html`<a class="clear" href="/">${say.clear}</a>` : ''}
  </form>`;
}

const list = (view: View) =>
  html`<ol>
    ${view.messages.slice(0, longestList).map((message) => item(view, message))}
  </ol>`;

function item({ locale, filter, open }: View, message: Message): Html {
  const query = new URLSearchParams({ ...filter, message: message.id });
  const current = message.id === open?.id ? html` aria-current="true"` : '';
  return html`<li>
    <a href="/?${query.toString()}" ${current}>
      <span class="kind ${message.channel.toLowerCase()}">${words[locale][message.channel]}</span>
      <span class="when">${when(message, locale)}</span>
      <span class="subject">${message.subject ?? firstLine(message.text)}</span>
      <span class="to">${message.to}</span>
    </a>
  </li>`;
}

function reader({ locale, filter, messages, open, isChosen }: View): Html {
  const say = words[locale];
  const back = html`<a class="back" href="/?${new URLSearchParams({ ...filter }).toString()}">${say.back}</a>`;
  if (!open)
    return isChosen
      ? html`${back}
          <p class="gone">${say.gone}</p>`
      : html`${messages.length === 0 ? dial : ''}`;
  return html`${back}
    <article data-message="${open.id}">
      <h2>${open.subject ?? `${say.SMS} · ${open.to}`}</h2>
      <p class="meta">
        <span>${say.to} <b>${open.to}</b></span> <span>${when(open, locale, 'long')}</span>
      </p>
      ${open.html === undefined ? html`<p class="bubble">${open.text}</p>` : mailFrame(open, say)}
    </article>`;
}

const mailFrame = (open: Message, say: { frame: string; plain: string }) =>
  html`<iframe
      title="${say.frame}"
      src="/messages/${open.id}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <details>
      <summary>${say.plain}</summary>
      <pre>${open.text}</pre>
    </details>`;

function emptyState({ locale, filter }: View): Html {
  const say = words[locale];
  const isFiltered = filter.to !== undefined || filter.channel !== undefined;
  const [title, text] = isFiltered ? [say.noMatchTitle, say.noMatch] : [say.emptyTitle, say.empty];
  return html`<div class="empty">
    <p class="empty-title">${title}</p>
    <p>${text}</p>
  </div>`;
}

/** The dial of 50 years. */
const dial: Html = {
  source: `<svg class="dial" viewBox="0 0 200 200" aria-hidden="true">${Array.from(
    { length: 50 },
    (_, year) => `<line x1="100" y1="14" x2="100" y2="30" transform="rotate(${year * 7.2} 100 100)"/>`,
  ).join('')}</svg>`,
};

const firstLine = (text: string) => text.trim().split('\n')[0] ?? '';

const timesOf = (tag: string) => new Intl.DateTimeFormat(tag, { timeStyle: 'medium', timeZone: 'Europe/Paris' });
const times = { fr: timesOf('fr-FR'), en: timesOf('en-GB') } as const;

function when({ sentAt }: Message, locale: Locale, style: 'short' | 'long' = 'short'): Html {
  const at = new Date(sentAt);
  const date = style === 'long' ? parisTime(locale, at) : times[locale].format(at);
  return html`<time datetime="${sentAt}">${date}</time>`;
}

/** A mail as its reader would see it; its links open outside of the frame. */
export const renderMailFrame = (mailHtml: string): string =>
  /<head[^>]*>/i.test(mailHtml)
    ? mailHtml.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : `<base target="_blank">${mailHtml}`;
