import { listDocuments } from '../../src/domains/documents/listing/list-documents.ts';
import { createShare } from '../../src/domains/sharing/create-share.ts';
import { listShares } from '../../src/domains/sharing/list-shares.ts';
import { selectRecipients, setDelivery } from '../../src/domains/sharing/recipients/recipients.store.ts';
import { insertEvents } from '../../src/domains/sharing/events/share-events.store.ts';
import { setFirstOpened, setOpened } from '../../src/domains/sharing/visitor/visitor.store.ts';
import type { Owner as OwnerActor } from '../../src/platform/http/actors.ts';
import { appendJournal } from '../../src/platform/journal/journal.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Owner } from './cast.ts';
import { ownerActor } from './owners.ts';
import type { Happening } from './timeline.ts';

type WantedShare = {
  title: string;
  message: string;
  durationDays: 15 | 30;
  daysAgo: number;
  /** Beginnings of the titles of what is shared. */
  titles: string[];
  recipients: Array<{ email: string; phone?: string }>;
};

const shares: WantedShare[] = [
  {
    ...{ title: 'Assurance habitation', durationDays: 15, daysAgo: 40, titles: ['Quittance', 'Facture'] },
    message: 'Bonjour, voici les pièces demandées pour le contrat.',
    recipients: [{ email: 'conseil@assurance.example' }],
  },
  {
    ...{ title: 'Dossier de location', durationDays: 30, daysAgo: 4 },
    titles: ['Carte nationale', 'Contrat de travail', 'Bulletin'],
    message: 'Bonjour,\nvoici mon dossier pour l’appartement de la rue des Tilleuls.',
    recipients: [
      { email: 'agence@location.example', phone: '06 39 98 01 40' },
      { email: 'proprietaire@location.example' },
    ],
  },
];

const dayMs = 86_400_000;

/** A share that lives and one that has ended, each opened by its first recipient the day after. */
export const sharesOf = (owner: Owner, now: Date): Happening[] =>
  shares.flatMap((wanted) => {
    const at = now.getTime() - wanted.daysAgo * dayMs;
    return [
      { at: new Date(at), happen: (platform) => ensureShare(platform, ownerActor(platform, owner), wanted) },
      { at: new Date(at + dayMs), happen: (platform) => ensureOpened(platform, ownerActor(platform, owner), wanted) },
    ] satisfies Happening[];
  });

const findMade = async (platform: Platform, owner: OwnerActor, { title }: WantedShare) =>
  (await listShares(platform, owner, { limit: 200, q: title })).items[0];

async function ensureShare(platform: Platform, owner: OwnerActor, wanted: WantedShare): Promise<void> {
  if (await findMade(platform, owner, wanted)) return;
  const { items } = await listDocuments(platform, owner, { sort: '-addedAt', limit: 200 });
  const { titles, title, message, durationDays, recipients } = wanted;
  const documents = titles.flatMap((name) => items.find((item) => item.title.startsWith(name))?.id ?? []);
  if (documents.length === 0) return;
  const body = { title, message, durationDays, recipients, documents, watermark: true };
  await createShare(platform, owner, { body: { ...body, mode: 'EMAIL' } });
}

/** Without another message to its owner. */
async function ensureOpened(platform: Platform, owner: OwnerActor, wanted: WantedShare): Promise<void> {
  const share = await findMade(platform, owner, wanted);
  if (!share || share.opened.count > 0) return;
  const key = { safeId: owner.safeId, shareId: share.id };
  const recipients = await selectRecipients(platform.db, key.safeId, [key.shareId]);
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (tx) => {
    for (const recipient of recipients) await setDelivery(tx, key, { ...recipient, delivery: 'SENT' });
    const [first] = recipients;
    if (!first) return;
    const opening = { ...key, recipientId: first.recipientId };
    await setOpened(tx, opening, now);
    await setFirstOpened(tx, opening, now);
    await insertEvents(tx, platform, [{ ...opening, kind: 'OPENED', documentId: null }]);
    await appendJournal(tx, platform, {
      ...{ safeId: key.safeId, action: 'share.opened', objectId: key.shareId },
      actor: { kind: 'visitor', name: wanted.recipients[0]?.email ?? '' },
      details: { title: wanted.title },
    });
  });
}
