import { hasTrouble, newPassword, type PartnerAccount, type Trouble } from './accounts.ts';
import type { PartnerInvoice } from './invoices.ts';

/** The pages of the partner, in its own words: French, as its customers are. */

export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #2b2114; background: #fffdf8 }
  header { color: #75510f; font-weight: 700; margin-bottom: 2rem }
  label, input, button { display: block; font: inherit }
  input { padding: .5rem; margin: .25rem 0 1rem; width: 100%; max-width: 20rem; border: 1px solid #b79a5f; border-radius: 6px }
  h2 { font-size: 1rem; margin: 1.5rem 0 0 }
  button { padding: .5rem 1.25rem; border: 0; border-radius: 6px; background: #75510f; color: #fff }
  .message { padding: .75rem 1rem; background: #f7edd8; border-radius: 6px }`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} – Lumen Énergie</title><style>${style}</style></head>
<body><header>Lumen Énergie · partenaire de démonstration</header><main>${body}</main></body></html>`;

const token = (csrf: string): string => `<input type="hidden" name="csrf" value="${escape(csrf)}">`;

const messages = {
  'sign-in-refused': 'Adresse ou mot de passe incorrect.',
  'password-expired': 'Votre mot de passe a expiré. Choisissez-en un nouveau dans votre espace client.',
  'account-blocked': 'Votre espace client est bloqué. Appelez le service client.',
  'code-wrong': 'Ce code n’est pas le bon.',
  'code-expired': 'Ce code a expiré.',
  'code-sent': 'Un nouveau code vous a été envoyé.',
} as const;
export type Message = keyof typeof messages;

const messageLine = (message: Message | null): string =>
  message === null ? '' : `<p class="message" data-code="${message}">${messages[message]}</p>`;

export const signInPage = (csrf: string, message: Message | null): string =>
  page(
    'Connexion',
    `<h1>Votre espace client</h1>${messageLine(message)}
    <form method="post" action="/connexion">${token(csrf)}
    <label for="login">Adresse e-mail</label><input id="login" name="login" type="email" autocomplete="username">
    <label for="password">Mot de passe</label><input id="password" name="password" type="password" autocomplete="current-password">
    <button>Se connecter</button></form><p><a href="/comptes">Les comptes de la démonstration</a></p>`,
  );

/** How an account is, before and after, and the button that leads from one to the other. */
const troubles: Record<Trouble, { before: string; after: string; button: string }> = {
  empty: { before: 'aucune facture', after: '24 factures', button: 'Émettre ses factures' },
  'password-expired': {
    before: 'mot de passe expiré',
    after: `nouveau mot de passe\u00a0: ${newPassword}`,
    button: 'Changer son mot de passe',
  },
  blocked: { before: 'compte bloqué', after: 'compte débloqué', button: 'Débloquer ce compte' },
  down: { before: 'site en panne', after: 'site rétabli', button: 'Rétablir le site' },
  breaks: {
    before: 'page des factures méconnaissable',
    after: 'page habituelle',
    button: 'Remettre la page habituelle',
  },
};

type Settling = { account: PartnerAccount; isSettled: boolean };

/** No partner has such a page: it lets who tries the demonstration end what went wrong. */
export const accountsPage = (csrf: string, accounts: readonly Settling[]): string =>
  page(
    'Comptes',
    `<h1>Les comptes de la démonstration</h1>
    <p>Une synchronisation de ces comptes rencontre un obstacle. Vous pouvez le lever ici, puis relancer la synchronisation.</p>
    ${accounts.map((each) => accountForm(csrf, each)).join('')}`,
  );

function accountForm(csrf: string, { account, isSettled }: Settling): string {
  if (!hasTrouble(account)) return '';
  const { before, after, button } = troubles[account.behaviour];
  return `<form method="post" action="/comptes">${token(csrf)}<input type="hidden" name="login" value="${account.login}">
  <h2>${account.login}</h2><p>${isSettled ? after : before}</p><button>${isSettled ? 'Revenir au début' : button}</button></form>`;
}

export const codePage = (csrf: string, { message, seconds }: { message: Message | null; seconds: number }): string =>
  page(
    'Code',
    `<h1>Un code vous a été envoyé</h1>${messageLine(message)}
    <p data-seconds="${seconds}">Il est valable ${seconds < 60 ? `${seconds} secondes` : `${seconds / 60} minutes`}.</p>
    <form method="post" action="/code">${token(csrf)}
    <label for="code">Code</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code">
    <button>Valider</button></form><p><a href="/code/renvoi">Recevoir un autre code</a></p>`,
  );

export const codeAgainPage = (csrf: string): string =>
  page(
    'Autre code',
    `<h1>Recevoir un autre code</h1><form method="post" action="/code/renvoi">${token(csrf)}
    <input type="hidden" name="again" value="1"><button>Envoyer</button></form>`,
  );

export const welcomePage = (): string =>
  page('Bienvenue', `<h1 id="bienvenue">Bonjour Camille Renaudin</h1><p><a href="/factures">Vos factures</a></p>`);

type Listed = { invoices: readonly PartnerInvoice[]; next: number | null; total: number };

export const invoicesPage = ({ invoices, next, total }: Listed): string =>
  page(
    'Factures',
    `<h1>Vos factures</h1><ul id="factures" data-total="${total}">${invoices.map(invoiceLine).join('')}</ul>
    ${invoices.length === 0 ? '<p>Aucune facture pour le moment.</p>' : ''}
    ${next === null ? '' : `<p><a rel="next" href="/factures?page=${next}">Factures plus anciennes</a></p>`}`,
  );

const invoiceLine = ({ number, date, cents }: PartnerInvoice): string =>
  `<li><a data-number="${number}" data-date="${date}" data-cents="${cents}" href="/factures/${number}.pdf">Facture ${number}</a>
  du ${date.split('-').toReversed().join('/')}, ${(cents / 100).toFixed(2).replace('.', ',')}\u00a0€</li>`;

export const unavailablePage = (): string =>
  page('Indisponible', '<h1>Nous revenons bientôt</h1><p>Notre site est en maintenance.</p>');

/** A page of the same site that no collector knows. */
export const strangePage = (): string => page('Nouveau', '<h1>Découvrez notre nouvel espace client</h1>');
