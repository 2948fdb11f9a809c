export type Locale = 'fr' | 'en';

export const words = {
  fr: {
    title: 'Boîte de démonstration',
    lead: 'Les e-mails et les SMS que la démonstration envoie arrivent ici. Rien ne sort de cette machine.',
    recipient: 'Destinataire',
    channel: 'Type',
    all: 'Tous',
    EMAIL: 'E-mail',
    SMS: 'SMS',
    filter: 'Filtrer',
    clear: 'Effacer le filtre',
    messages: 'Messages',
    count: (count: number) => (count < 2 ? `${count} message` : `${count} messages`),
    back: 'Revenir à la liste',
    to: 'À',
    plain: 'Version texte',
    frame: 'Contenu du message',
    emptyTitle: 'Aucun message pour l’instant',
    empty: 'Demandez un code ou partagez un document dans Pérenne\u00a0: le message apparaîtra ici aussitôt.',
    noMatchTitle: 'Aucun message ne correspond',
    noMatch: 'Vérifiez l’adresse ou le numéro, ou effacez le filtre.',
    gone: 'Ce message n’existe plus.',
    away: 'La démonstration ne répond plus. La liste reprendra dès son retour.',
  },
  en: {
    title: 'Demonstration inbox',
    lead: 'The emails and text messages that the demonstration sends arrive here. Nothing leaves this machine.',
    recipient: 'Recipient',
    channel: 'Type',
    all: 'All',
    EMAIL: 'Email',
    SMS: 'Text message',
    filter: 'Filter',
    clear: 'Clear the filter',
    messages: 'Messages',
    count: (count: number) => (count === 1 ? `${count} message` : `${count} messages`),
    back: 'Back to the list',
    to: 'To',
    plain: 'Plain text version',
    frame: 'Content of the message',
    emptyTitle: 'No messages yet',
    empty: 'Ask for a code or share a document in Pérenne: the message appears here at once.',
    noMatchTitle: 'No messages match',
    noMatch: 'Check the address or the number, or clear the filter.',
    gone: 'This message no longer exists.',
    away: 'The demonstration no longer answers. The list will resume as soon as it is back.',
  },
} as const;

/** The first of our languages that the browser asks for; French when it asks for neither. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(';q=');
      return { language: tag.slice(0, 2).toLowerCase(), weight: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ language, weight }) => (language === 'fr' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return asked[0]?.language === 'en' ? 'en' : 'fr';
}
