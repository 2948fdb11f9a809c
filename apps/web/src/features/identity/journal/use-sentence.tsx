import type { JournalEntry } from '@perenne/contract/journal';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** The sentence of an entry for the owner, and its short name. An action without words does not compile. */
export function useSentence() {
  const t = useTranslations('journal');
  const nameOf = ({ action }: JournalEntry): string => t(`names.${action}`);
  const whoOf = ({ actor }: JournalEntry): string =>
    actor.name && actor.kind !== 'owner' ? t('who.named', { name: actor.name }) : t(`who.${actor.kind}`);
  const sentenceOf = (entry: JournalEntry, count = 1): ReactNode => {
    const { action, result, title, documentId } = entry;
    // An action that is a refusal by its name says so in its own sentence.
    if (result === 'refused' && !action.endsWith('refused')) return t('attempt', { name: nameOf(entry) });
    const link = (words: ReactNode) =>
      documentId ? (
        <Link to="/documents/{-$folderId}" search={{ document: documentId }}>
          {words}
        </Link>
      ) : (
        <b>{words}</b>
      );
    return t.rich(`done.${action}`, {
      count,
      who: whoOf(entry),
      document: title ? t('quoted', { title }) : t('aDocument'),
      doc: link,
    });
  };
  return { nameOf, sentenceOf };
}
