/** The words of a page that a mailed link opens, without that link: after a reload, by the way back, by its address. */
export const missingLink = {
  title: 'Ouvrez à nouveau votre lien',
  text: 'Cette page n’a plus le lien : par sécurité, elle ne le garde pas. Ouvrez à nouveau le lien du message que vous avez reçu.',
  about: 'Qu’est-ce que Pérenne ?',
} as const;
