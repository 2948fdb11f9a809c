import { html, type Html } from '../../../platform/mail/html.ts';
import { pagePolicy, pageStyle } from './page-style.ts';
import { readMeWords, type ReadMeFacts } from './read-me.words.ts';

export type { ReadMeFacts };

/** `LISEZMOI.html`: what the archive holds and how to check it, in French and in English, with nothing from outside. */
export function readMePage(facts: ReadMeFacts): string {
  const { source } = html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        ${pagePolicy}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Lisez-moi · Read me</title>
        ${pageStyle}
      </head>
      <body>
        <nav><a href="#fr">Français</a> <a href="#en" lang="en">English</a></nav>
        <main>${section('fr', facts)} ${section('en', facts)}</main>
      </body>
    </html> `;
  return source;
}

function section(locale: 'fr' | 'en', facts: ReadMeFacts): Html {
  const words = readMeWords[locale];
  const { title, intro, contents, check, trust, damaged } = words(facts);
  return html`<section id="${locale}" lang="${locale}">
    <h1>${title}</h1>
    ${paragraphs(intro)}
    <h2>${contents.title}</h2>
    <table>
      <tbody>
        ${contents.rows.map(
          ([name, text]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      damaged.ids.length === 0
        ? ''
        : html`<h2>${damaged.title}</h2>
            <p>${damaged.text}</p>
            <ul>
              ${damaged.ids.map((id) => html`<li><code>${id}</code></li>`)}
            </ul>`
    }
    <h2>${check.title}</h2>
    ${paragraphs(check.text)}
    <pre>${check.commands.join('\n')}</pre>
    <h2>${trust.title}</h2>
    ${paragraphs(trust.text)}
  </section>`;
}

const paragraphs = (texts: readonly string[]): Html[] => texts.map((text) => html`<p>${text}</p>`);
