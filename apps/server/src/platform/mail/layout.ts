import { escapeHtml, html, type Html } from './html.ts';
import { mailStyle } from './style.ts';

export type MailContent = {
  locale: 'fr' | 'en';
  subject: string;
  /** The first thing read, as a sentence without a full stop. */
  title: string;
  paragraphs: readonly string[];
  /** A code to copy: shown large, in one piece. */
  code?: string;
  action?: { label: string; url: string };
  /** The lines after the code and the button: how long it is valid, what to do if it was not you. */
  notes?: readonly string[];
  /** Other actions for its reader, in small letters at its end. */
  links?: ReadonlyArray<{ label: string; url: string }>;
};

const words = {
  fr: {
    tagline: 'Votre coffre-fort numérique',
    link: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
    automatic: 'Ce message est automatique\u202f; il est inutile d’y répondre.',
    caution: 'Pérenne ne vous demande jamais votre mot de passe ni un code par e-mail ou par téléphone.',
  },
  en: {
    tagline: 'Your digital safe',
    link: 'If the button does not work, copy this address into your browser:',
    automatic: 'This message is automatic; there is no need to reply.',
    caution: 'Pérenne never asks for your password or a code by email or by phone.',
  },
} as const;

/** One message in two forms. Every value is escaped: contents may be what people typed. */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  // A subject is one line, whatever a title that someone typed may hold.
  const subject = content.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return { subject, text: renderText(content), html: renderHtml(content).source };
}

function renderText({ locale, title, paragraphs, code, action, notes = [], links = [] }: MailContent): string {
  const { automatic, caution } = words[locale];
  const blocks = [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...notes,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ['-- ', `Pérenne · ${words[locale].tagline}`, automatic, caution].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderHtml(content: MailContent): Html {
  const { locale, title, paragraphs, code, action } = content;
  return html`<!doctype html>
    <html lang="${locale}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${content.subject}</title>
        ${mailStyle}
      </head>
      <body class="canvas" style="margin:0;padding:0;background-color:#f4f7f7;-webkit-text-size-adjust:100%">
        <div style="display:none;max-height:0;overflow:hidden;opacity:0">${paragraphs[0] ?? title}</div>
        <table
          role="presentation"
          class="canvas"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#f4f7f7"
          style="background-color:#f4f7f7"
        >
          <tr>
            <td align="center" style="padding:24px 12px 32px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:560px"
              >
                ${header(locale)}
                <tr>
                  <td
                    class="card"
                    bgcolor="#ffffff"
                    style="background-color:#ffffff;border-radius:0 0 16px 16px;padding:36px 36px 32px"
                  >
                    <h1
                      class="text display"
                      style="margin:0 0 16px;font-family:${displayFont};font-size:26px;line-height:32px;font-weight:700;letter-spacing:-.01em;color:#12242b"
                    >
                      ${title}
                    </h1>
                    ${paragraphs.map((text) => paragraph(text))} ${code === undefined ? '' : codeBox(code)}
                    ${action ? button(action, words[locale].link) : ''} ${endOf(content)}
                  </td>
                </tr>
                ${footer(locale)}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

const font = escapeHtml("Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");
const displayFont = escapeHtml("'Bricolage Grotesque',Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");

const header = (locale: MailContent['locale']) =>
  html`<tr>
    <td
      class="head"
      bgcolor="#0b2b36"
      style="background-color:#0b2b36;border-radius:16px 16px 0 0;border-bottom:3px solid #e2a93b;padding:22px 36px"
    >
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td width="40" style="width:40px">
            <div
              style="width:34px;height:34px;border:3px dotted #e2a93b;border-radius:50%;text-align:center;font-family:${displayFont};font-size:19px;line-height:34px;font-weight:700;color:#ffffff"
              aria-hidden="true"
            >
              P
            </div>
          </td>
          <td
            style="padding-left:14px;font-family:${displayFont};font-size:21px;line-height:24px;font-weight:700;color:#ffffff"
          >
            Pérenne
            <div style="font-family:${font};font-size:13px;line-height:18px;font-weight:400;color:#9fbac3">
              ${words[locale].tagline}
            </div>
          </td>
        </tr>
      </table>
    </td>
  </tr>`;

const paragraph = (text: string) =>
  html`<p class="text" style="margin:0 0 16px;font-family:${font};font-size:16px;line-height:24px;color:#12242b">
    ${text}
  </p> `;

const note = (text: string) =>
  html`<p class="muted" style="margin:0 0 10px;font-family:${font};font-size:15px;line-height:22px;color:#4b5d64">
    ${text}
  </p> `;

const endOf = ({ notes = [], links = [] }: MailContent): Html[] => [
  ...notes.map((text) => note(text)),
  ...links.map((each) => smallLink(each)),
];

const smallLink = ({ label, url }: { label: string; url: string }) =>
  html`<p class="muted" style="margin:0 0 6px;font-family:${font};font-size:13px;line-height:20px;color:#4b5d64">
    <a class="link" href="${url}" style="color:#134c5c">${label}</a>
  </p> `;

const codeBox = (code: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
    <tr>
      <td
        class="tint on-tint"
        align="center"
        bgcolor="#e1eff2"
        style="background-color:#e1eff2;border-radius:10px;padding:20px 12px;font-family:${displayFont};font-size:34px;line-height:42px;font-weight:700;letter-spacing:.12em;color:#0f4250;white-space:nowrap"
      >
        ${code}
      </td>
    </tr>
  </table>`;

const button = ({ label, url }: { label: string; url: string }, explanation: string) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px">
      <tr>
        <td class="primary" bgcolor="#134c5c" style="background-color:#134c5c;border-radius:10px">
          <a
            class="on-primary"
            href="${url}"
            style="display:inline-block;padding:13px 26px;font-family:${font};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p class="muted" style="margin:0 0 16px;font-family:${font};font-size:13px;line-height:20px;color:#4b5d64">
      ${explanation}<br /><a class="link" href="${url}" style="color:#134c5c;word-break:break-all">${url}</a>
    </p>`;

const footer = (locale: MailContent['locale']) =>
  html`<tr>
    <td
      class="muted"
      align="center"
      style="padding:20px 24px 0;font-family:${font};font-size:13px;line-height:20px;color:#4b5d64"
    >
      ${words[locale].caution}<br />${words[locale].automatic}
    </td>
  </tr>`;
