/** The agreement that contents are read for their words. */
export const contentReading = {
  title: 'Recherche dans le contenu',
  intro:
    'Vos documents se retrouvent toujours par leur titre. Avec votre accord, ils se retrouvent aussi par les mots qu’ils contiennent.',
  readTitle: 'Ce qui est lu',
  readText:
    'Le texte des PDF, des documents de bureautique et des fichiers texte, et les mots reconnus sur les images et les documents numérisés.',
  keptTitle: 'Où cela reste',
  keptText:
    'Dans votre coffre seulement. La lecture est automatique, sans service extérieur. Aucun mot n’est conservé, seulement des empreintes calculées avec une clé propre à votre coffre.',
  withdrawTitle: 'Comment revenir en arrière',
  withdrawText:
    'Retirez votre accord quand vous le souhaitez, ici ou dans votre compte. Ce qui a été appris est effacé aussitôt. Vos documents ne changent pas.',
  accept: 'Autoriser la lecture',
  withdraw: 'Retirer mon accord',
  since: 'Vous avez donné votre accord le {date}.',
  off: 'Vous n’avez pas donné votre accord : aucun contenu n’est lu.',
  accepted: 'Accord donné. Vos documents sont lus un à un : la recherche s’enrichit peu à peu.',
  withdrawn: 'Accord retiré. Ce qui avait été appris est effacé.',
} as const;
