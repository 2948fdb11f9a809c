import type { Locale } from '../../src/platform/http/locale.ts';
import { html, type Html } from '../../src/platform/mail/html.ts';
import type { DemoIdentity } from './identities.ts';
import { words } from './words.ts';

export type SignInView = {
  locale: Locale;
  /** The address of the form. */
  action: string;
  identities: readonly DemoIdentity[];
  /** The text typed before, when it was wrong. */
  refused?: string;
};

export function signInPage({ locale, action, identities, refused }: SignInView): string {
  const say = words[locale];
  const isRefused = refused !== undefined;
  return frame(locale, {
    title: say.title,
    body: html`<p class="lead">${say.lead}</p>
      ${isRefused ? html`<p class="refused" role="alert" id="refused">${say.wrong}</p>` : ''}
      <form method="post" action="${action}">
        <label>
          ${say.login}
          <input
            name="login"
            value="${refused ?? ''}"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            required
            ${isRefused ? wrongField : focused}
          />
        </label>
        <label>
          ${say.password}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${isRefused ? wrongField : ''}
            ${isRefused ? focused : ''}
          />
        </label>
        <button name="answer" value="sign-in">${say.signIn}</button>
        <button name="answer" value="cancel" class="quiet" formnovalidate>${say.cancel}</button>
      </form>
      <h2>${say.passed}</h2>
      <p>${say.passedData}</p>
      <h2>${say.people}</h2>
      <ul>
        ${identities.map((person) => identity(locale, person))}
      </ul>`,
  });
}

const focused: Html = html`autofocus`;
const wrongField: Html = html`aria-invalid="true" aria-describedby="refused"`;

const identity = (locale: Locale, { login, password, firstName, lastName, situation }: DemoIdentity): Html =>
  html`<li>
    <b>${firstName} ${lastName}</b> <span>${words[locale].situation[situation]}</span> <code>${login}</code>
    <code>${password}</code>
  </li>`;

/** `form` is the provider’s own, which holds what it needs. */
export function logoutPage(locale: Locale, form: string): string {
  const say = words[locale];
  return frame(locale, {
    title: say.signOutTitle,
    script: '/sign-out.js',
    body: html`<p class="lead">${say.signOutLead}</p>
      ${{ source: form }}
      <input type="hidden" name="logout" value="yes" form="op.logoutForm" />
      <button form="op.logoutForm">${say.signOut}</button>`,
  });
}

export function errorPage(locale: Locale, { reason, home }: { reason: string; home: string }): string {
  const say = words[locale];
  return frame(locale, {
    title: say.errorTitle,
    body: html`<p class="lead">${say.errorLead}</p>
      <p class="refused">${say.reason} <code lang="en">${reason}</code></p>
      <p class="way-on"><a href="${home}">${say.home}</a></p>`,
  });
}

export function gonePage(locale: Locale, home: string): string {
  const say = words[locale];
  return frame(locale, {
    title: say.goneTitle,
    body: html`<p class="lead">${say.goneLead}</p>
      <p class="way-on"><a href="${home}">${say.home}</a></p>`,
  });
}

type Framed = { title: string; body: Html; script?: string };

const frame = (locale: Locale, { title, body, script }: Framed): string =>
  html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${words[locale].service}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/federation.css" />
        ${script === undefined ? '' : html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <header><p>${words[locale].service}</p></header>
        <main>
          <p class="notice">${words[locale].demonstration}</p>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.source;
