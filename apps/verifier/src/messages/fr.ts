import type { Words } from './words.ts';

/** A word of a standard, at which only an expert has something to see. */
const expert = (word: string): string => ` (pour un expert : ${word})`;

export const fr: Words = {
  pageTitle: 'Vérificateur – Pérenne',
  brand: 'Vérificateur',
  otherLanguage: 'English',
  title: 'Vérifier sans nous',
  lead: 'Cette page recalcule tout ce qui prouve qu’un document est celui qui a été déposé, à quelle date et dans quel coffre. Elle n’a besoin ni d’un compte, ni du service, ni d’un réseau.',
  drop: {
    title: 'Déposez vos fichiers ici',
    more: 'Déposez d’autres fichiers',
    text: 'Plusieurs à la fois, si vous le souhaitez : une preuve et son document, par exemple.',
    button: 'Choisir des fichiers',
    add: 'Ajouter des fichiers',
    again: 'Recommencer',
    local: 'Vos fichiers restent sur cet appareil : la page s’interdit toute connexion.',
  },
  accepted: {
    title: 'Ce que la page sait vérifier',
    items: [
      {
        kind: 'archive',
        name: 'Une archive (.zip)',
        text: 'L’export d’un coffre : documents, journal, preuves, signature et horodatage.',
      },
      {
        kind: 'proof',
        name: 'Une preuve (.json)',
        text: 'Ajoutez le document lui-même pour savoir si c’est bien lui.',
      },
      {
        kind: 'attestation',
        name: 'Une attestation de dépôt (.pdf)',
        text: 'Sa signature, son horodatage et l’entrée du journal qu’elle cite.',
      },
      { kind: 'journal', name: 'Un journal (.json)', text: 'L’enchaînement de toutes ses entrées.' },
      {
        kind: 'checkpoints',
        name: 'Des points de contrôle (.json)',
        text: 'Leurs sceaux et leurs horodatages, leur enchaînement, et les preuves de cohérence qui les relient.',
      },
      {
        kind: 'certificates',
        name: 'Des certificats (.pem, certificates.json)',
        text: 'Ceux auxquels vous vous fiez, pour comparer.',
      },
    ],
  },
  kinds: {
    archive: 'Archive',
    proof: 'Preuve d’un document',
    attestation: 'Attestation de dépôt',
    journal: 'Journal',
    checkpoints: 'Points de contrôle du registre',
    consistency: 'Preuve de cohérence du registre',
    certificates: 'Certificats de comparaison',
    document: 'Document',
  },
  progress: (done, total, file) => `Vérification de ${file} : ${done} sur ${total}`,
  finished: (files) => (files === 1 ? 'Vérification terminée.' : `Vérification terminée : ${files} fichiers.`),
  outcome: (file, verdict) => `${file} : ${verdict}.`,
  stopped:
    'La vérification s’est arrêtée avant la fin. Rechargez la page, puis déposez de nouveau les fichiers. Si elle s’arrête encore, ouvrez-la dans un autre navigateur, et vérifiez que les fichiers n’ont été ni déplacés ni renommés.',
  noCrypto:
    'Ce navigateur ne donne pas accès au calcul des empreintes (WebCrypto). Ouvrez la page dans une version récente de Firefox, Chrome, Edge ou Safari.',
  verdicts: {
    holds: {
      title: 'Tout tient',
      text: 'Chaque empreinte, chaque signature et chaque enchaînement a été recalculé et concorde.',
    },
    open: {
      title: 'Ce qui a été vérifié tient',
      text: 'Une partie n’a pas pu être vérifiée, ou dit moins qu’elle ne pourrait : elle est détaillée plus bas.',
    },
    fails: { title: 'Quelque chose ne tient pas', text: 'Ne vous fiez pas à ce qui suit sans l’avoir éclairci.' },
  },
  toCompare: 'Il reste à savoir qui a signé : voyez « Sur la parole de qui ».',
  verdictsOfDocument: {
    holds: { text: 'Comparé avec les preuves, les attestations et les archives déposées en même temps.' },
    open: { title: 'Rien n’a été vérifié', text: 'Ce fichier ne contient rien qui se vérifie.' },
  },
  groups: { fails: 'Ce qui ne tient pas', open: 'Ce qui reste à savoir', holds: 'Ce qui tient' },
  more: (count, f) => `Afficher ${f.many(count, 'autre ligne', 'autres lignes')}`,
  trust: {
    title: 'Sur la parole de qui',
    text: 'Les calculs disent si quelque chose a changé, et non qui a signé : pour cela, il faut se fier aux certificats suivants.',
    roles: { seal: 'Sceau', timestamp: 'Horodatage' },
    subject: 'Titulaire',
    issuer: 'Émis par',
    root: 'Racine',
    noRoot: 'La chaîne de ce certificat n’est pas dans le fichier.',
    validity: 'Valable',
    between: (from, to) => `du ${from} au ${to}`,
    fingerprint: 'Empreinte SHA-256 du certificat',
    given: (name) => `Confirmé par le certificat que vous avez fourni : ${name}.`,
    notCompared: 'Non comparé : rien, dans cette page, ne dit si ce certificat est celui que vous attendez.',
    selfSigned: 'Ce certificat est signé par lui-même : personne d’autre ne s’en porte garant.',
    demonstration: 'Ce certificat est celui d’une démonstration : il ne prouve rien à un tiers.',
    limits:
      'Sans réseau, la page ne sait pas si un certificat a été révoqué. La date d’un horodatage vient de l’autorité qui l’a signé ; celle d’un dépôt vient de l’horloge du service. L’horodatage montre que le dépôt existait déjà à ce moment, et non depuis quand.',
  },
  compare: {
    title: 'Comparer avec un certificat de confiance',
    text: 'Demandez au service et à l’autorité d’horodatage leurs certificats, par une voie sûre, et ajoutez-les tous : la page dira si les signatures en viennent. Dès que le certificat d’un sceau est ajouté, les sceaux venus d’ailleurs ne tiennent plus ; de même pour les horodatages.',
    button: 'Ajouter un certificat',
  },
  sentences: {
    unreadable: ({ file }) =>
      `« ${file} » n’a pas pu être lu par le navigateur. Le fichier a peut-être été déplacé, ou il est trop volumineux.`,
    notOurs: ({ file }) =>
      `« ${file} » n’est ni une archive, ni une preuve, ni une attestation, ni un journal. Déposez-le avec sa preuve, son attestation ou l’archive qui le contient pour le comparer.`,
    wrongShape: ({ file, where }) => `« ${file} » n’est pas écrit comme il le devrait${expert(where)}.`,
    algorithmUnknown: ({ file, algorithm }) =>
      `« ${file} » emploie un algorithme que cette page ne connaît pas (${algorithm}) : elle ne peut pas s’en porter garante.`,

    archiveCut: ({ file }) =>
      `« ${file} » n’est pas une archive entière : sa fin manque ou a été modifiée. Téléchargez-la de nouveau.`,
    nameTwice: ({ file }) => `L’archive contient deux fichiers nommés « ${file} ».`,
    entryUnreadable: ({ file }) => `« ${file} » ne peut pas être lu dans l’archive.`,
    bytesBetween: ({ file }) =>
      `L’archive contient, à côté de « ${file} », des octets qui n’appartiennent à aucun fichier.`,
    mimetypeWrong: ({ file }) =>
      `« ${file} » n’est pas le premier fichier de l’archive, ou n’annonce pas une archive signée (ASiC-E).`,
    partMissing: ({ file }) => `« ${file} » manque dans l’archive.`,
    notXml: ({ file }) => `« ${file} » n’est pas un document XML lisible.`,
    filesWhole: ({ count, bytes }, f) =>
      `${f.many(count, 'fichier a', 'fichiers ont')} l’empreinte que la liste de l’archive donne (${f.bytes(bytes)}).`,
    digestDiffers: ({ file, list }) =>
      `« ${file} » a été modifié : son empreinte n’est pas celle que donne « ${list} ».`,
    fileMissing: ({ file, list }) => `« ${file} » manque dans l’archive : « ${list} » l’annonce.`,
    fileUnlisted: ({ file, list }) => `« ${file} » a été ajouté à l’archive : « ${list} » ne le connaît pas.`,
    fileListedTwice: ({ file, list }) => `« ${file} » figure deux fois dans « ${list} ».`,
    listUnread: ({ file, where }) => `« ${file} » ne se lit pas comme il le devrait${expert(where)}.`,

    manifestHolds: ({ file, count }, f) =>
      `« ${file} » décrit ${f.many(count, 'document, qui est là avec l’empreinte indiquée', 'documents, qui sont tous là avec l’empreinte indiquée')}.`,
    documentUndescribed: ({ file, list }) => `« ${file} » n’est pas décrit par « ${list} ».`,
    documentDamaged: ({ file, id, sha256 }) =>
      `Le document ${id} n’est pas dans l’archive : son contenu était endommagé dans le coffre au moment de l’export. « ${file} » garde son empreinte de dépôt (SHA-256 ${sha256}).`,

    signatureHolds: ({ file, signer, count }, f) =>
      `La signature « ${file} » est juste et porte sur ${f.many(count, 'fichier', 'fichiers')}. Signataire : ${signer}.`,
    signatureWrong: ({ file }) =>
      `La signature de « ${file} » est fausse : ce qui est signé a été modifié, ou la signature a été échangée.`,
    signatureShape: ({ file, where }) => `La signature de « ${file} » est incomplète ou mal formée${expert(where)}.`,
    certificateOther: ({ file }) => `La signature de « ${file} » ne nomme pas le certificat qui l’accompagne.`,
    certificateOutdated: ({ file, subject, at }, f) =>
      `Le certificat de « ${file} » n’était pas valable le ${f.time(at)}. Certificat : ${subject}.`,
    certificateUse: ({ file, subject }) =>
      `Un certificat de « ${file} » n’est pas fait pour cet usage. Certificat : ${subject}.`,
    chainWrong: ({ file, subject }) => `La chaîne de certificats de « ${file} » ne tient pas. Certificat : ${subject}.`,
    authorityOther: ({ file, subject }) =>
      `« ${file} » vient d’une autre autorité que celles que vous avez fournies : ${subject}. Si vous lui faites confiance, ajoutez son certificat.`,
    stampHolds: ({ file, at, authority }, f) => `« ${file} » est horodaté du ${f.time(at)}. Autorité : ${authority}.`,
    stampOther: ({ file, stamped }) =>
      `L’horodatage qui se trouve dans « ${file} » ne porte pas sur « ${stamped} » tel qu’il est : l’un des deux a été modifié ou échangé.`,
    stampEnded: ({ file, at }, f) =>
      `Les certificats de l’horodatage de « ${file} » ont expiré le ${f.time(at)}, et rien dans le fichier ne le renouvelle. Il vaut pour qui pense que sa clé n’a pas été volée depuis.`,
    stampAhead: ({ file, at }, f) =>
      `« ${file} » est horodaté du ${f.time(at)}, plus tard que l’horloge de cet appareil.`,
    stampRenewed: ({ file, n, count, until }, f) =>
      `« ${file} » : l’horodatage du point de contrôle ${f.number(n)} a été renouvelé à temps, ${f.many(count, 'fois', 'fois')}. Le dernier renouvellement vaut jusqu’au ${f.time(until)}.`,
    recordShape: ({ file, n }) =>
      `« ${file} » : la chaîne de renouvellement du point de contrôle ${n} est incomplète ou mal formée.`,
    renewalOther: ({ file, n, number }) =>
      `« ${file} » : l’horodatage ${number} de la chaîne de renouvellement du point de contrôle ${n} ne porte pas sur ce qu’il devrait ; quelque chose a été modifié ou échangé.`,
    renewalLate: ({ file, n, number, ended }, f) =>
      `« ${file} » : l’horodatage ${number} de la chaîne de renouvellement du point de contrôle ${n} ne renouvelle pas à temps le précédent, dont la validité a pris fin le ${f.time(ended)}.`,
    stampPending: ({ file }) => `« ${file} » n’est pas horodaté : aucune autorité n’en confirme la date.`,

    journalHolds: ({ file, count, chapters, from, to }, f) =>
      `« ${file} » : ${f.many(count, 'entrée se tient', 'entrées se suivent sans manque')}${chapters > 1 ? `, en ${f.number(chapters)} chapitres` : ''}, du ${f.time(from)} au ${f.time(to)}.`,
    journalAlone: ({ file }) =>
      `Rien, dans « ${file} » seul, ne montre que les dernières entrées n’ont pas été retirées, ni que le journal n’a pas été réécrit en entier. Ajoutez une preuve récente : elle le montre.`,
    journalProven: ({ file, proof, seq }) => `« ${proof} » confirme « ${file} » jusqu’à l’entrée ${seq}.`,
    journalEmpty: ({ file }) => `« ${file} » ne contient aucune entrée.`,
    chapterCut: ({ file, seq }) =>
      `« ${file} » : l’entrée ${seq} a reçu un journal qui n’est pas là, ou pas entier : aucun chapitre ne finit comme elle le dit.`,
    entryChanged: ({ file, seq }) =>
      `« ${file} » : l’entrée ${seq} a été modifiée ; son empreinte n’est plus la sienne.`,
    entryUnlike: ({ file, seq, field }) =>
      `« ${file} » : l’entrée ${seq} montre autre chose que ce que son empreinte couvre${expert(field)}.`,
    entryUnchained: ({ file, seq }) =>
      `« ${file} » : l’entrée ${seq} ne suit pas celle qui la précède ; une entrée a été retirée, ajoutée ou déplacée.`,
    detailsChanged: ({ file, seq }) => `« ${file} » : les détails de l’entrée ${seq} ont été modifiés.`,
    detailsErased: ({ file, count }, f) =>
      `« ${file} » : les détails de ${f.many(count, 'entrée ont été effacés', 'entrées ont été effacés')}. L’enchaînement tient toujours.`,

    proofHolds: ({ file, id, depositedAt, n, size }, f) =>
      `« ${file} » : le dépôt du document ${id}, le ${f.time(depositedAt)}, est inscrit dans le registre du service (point de contrôle ${f.number(n)}, ${f.many(size, 'inscription', 'inscriptions')}).`,
    proofsHold: ({ count }, f) =>
      `${f.many(count, 'document a une preuve', 'documents ont chacun une preuve')} qui mène de son dépôt au registre du service.`,
    proofMissing: ({ file, document }) => `« ${document} » n’a pas de preuve : « ${file} » manque.`,
    proofUnused: ({ file }) => `« ${file} » est la preuve d’un document qui n’est pas dans l’archive.`,
    proofOtherDocument: ({ file, document }) => `« ${file} » est la preuve d’un autre contenu que « ${document} ».`,
    proofOtherJournal: ({ file, seq }) => `« ${file} » cite une entrée ${seq} qui n’est pas celle du journal.`,
    journalCut: ({ file, seq, end }) =>
      `Le journal s’arrête à l’entrée ${end}, alors que « ${file} » en cite l’entrée ${seq} : la fin du journal manque.`,
    depositUnlike: ({ file, field }) =>
      `« ${file} » dit du document autre chose que l’entrée de son dépôt${expert(field)}.`,
    leafWrong: ({ file }) => `« ${file} » : ce qui est inscrit dans le registre n’est pas ce que dit le journal.`,
    inclusionWrong: ({ file, n }) =>
      `« ${file} » : le journal n’est pas inscrit dans le point de contrôle ${n} ; le chemin ne mène pas à sa racine.`,
    sealHolds: ({ file, n, signer }, f) =>
      `« ${file} » : le point de contrôle ${f.number(n)} est scellé. Signataire : ${signer}.`,
    checkpointsSealed: ({ count }, f) =>
      `${f.many(count, 'point de contrôle du registre est scellé', 'points de contrôle du registre sont scellés')}.`,
    checkpointsStamped: ({ count, from, to }, f) =>
      `${f.many(count, 'point de contrôle du registre est horodaté', 'points de contrôle du registre sont horodatés')}, ${from < to ? `du ${f.time(from)} au` : 'le'} ${f.time(to)}.`,
    checkpointsEnded: ({ count }, f) =>
      `Les certificats des horodatages de ${f.many(count, 'point de contrôle', 'points de contrôle')} ont expiré, et rien dans l’archive ne les renouvelle.`,
    sealUnknown: ({ file, kid }) =>
      `« ${file} » : le sceau n’est pas vérifié, car le certificat de la clé ${kid} n’est pas là. Ajoutez les certificats du service : l’adresse du coffre, suivie de /backend/api/v1/evidence/certificates, les donne.`,

    checkpointRead: ({ file, n, size, at }, f) =>
      `« ${file} » est le point de contrôle ${f.number(n)} du registre, du ${f.time(at)}, avec ${f.many(size, 'inscription', 'inscriptions')}.`,
    checkpointFollows: ({ file, n, other }, f) =>
      `« ${file} » : le point de contrôle ${f.number(n)} désigne celui de « ${other} » comme le précédent.`,
    checkpointAlone: ({ file, n }, f) =>
      `« ${file} » : rien de ce qui a été déposé ne montre à quoi fait suite le point de contrôle ${f.number(n)}. Ajoutez le point de contrôle ${f.number(n - 1)}, ou une preuve de cohérence.`,
    checkpointTwice: ({ file, n, other }) =>
      `« ${file} » et « ${other} » contiennent deux points de contrôle ${n} différents : le registre a été écrit deux fois, ou l’un d’eux a été modifié.`,
    checkpointUnchained: ({ file, n, other }) =>
      `« ${file} » et « ${other} » ne se suivent pas : le point de contrôle ${n} en désigne un autre comme le précédent.`,
    checkpointShrunk: ({ file, n, other }) =>
      `« ${file} » et « ${other} » : le point de contrôle ${n} n’a pas plus d’inscriptions qu’un point antérieur. Le registre ne peut que grandir.`,
    consistencyHolds: ({ file, from, to }, f) =>
      `« ${file} » : le point de contrôle ${f.number(to)} contient toutes les inscriptions du point de contrôle ${f.number(from)}, dans le même ordre.`,
    consistencyWrong: ({ file, from, to }) =>
      `« ${file} » ne mène pas du point de contrôle ${from} au point de contrôle ${to} : l’un des trois a été modifié, ou le registre a été réécrit.`,
    consistencyAlone: ({ file, from, to }, f) =>
      `« ${file} » relie le point de contrôle ${f.number(from)} au point de contrôle ${f.number(to)}. Ajoutez-les tous deux pour la vérifier.`,

    attestationHolds: ({ file, id, title, depositedAt }, f) =>
      `« ${file} » atteste le dépôt de « ${title} » (${id}), le ${f.time(depositedAt)} ; l’entrée du journal qu’elle cite a la bonne empreinte.`,
    attestationSigned: ({ file, signer }) =>
      `« ${file} » porte une signature juste, qui couvre tout le fichier. Signataire : ${signer}.`,
    attestationUnsigned: ({ file }) =>
      `« ${file} » ne porte pas de signature dans le PDF, comme les attestations des premières versions. Le service peut en vérifier le sceau.`,
    attestationPartly: ({ file }) =>
      `« ${file} » : la signature ne couvre pas tout le fichier ; quelque chose a été ajouté ou retiré après elle.`,
    attestationFacts: ({ file, where }) =>
      `« ${file} » : les faits joints à l’attestation manquent ou ne tiennent pas${expert(where)}.`,
    attestationSealHolds: ({ file }) => `« ${file} » : les faits joints sont scellés par la même clé.`,
    attestationSealWrong: ({ file }) => `« ${file} » : le sceau des faits joints est faux.`,

    documentIs: ({ file, proof }) => `« ${file} » est, à l’octet près, le document dont parle « ${proof} ».`,
    documentOfBroken: ({ file, proof }) =>
      `« ${file} » est le document dont parle « ${proof} », mais « ${proof} » ne tient pas.`,
    documentUnknown: ({ file }) =>
      `« ${file} » n’est le document d’aucune des preuves, attestations ou archives déposées : son contenu est autre.`,

    certificatesRead: ({ file, count }, f) =>
      `« ${file} » donne ${f.many(count, 'certificat', 'certificats')} à comparer.`,
  },
};
