import type { Document } from '@perenne/contract/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hideDocuments } from '../state/document-cache.ts';
import type { Chosen } from './chosen.ts';
import { findGone, refreshArranged } from './use-arranging.ts';

/** Names of items that are gone; more are counted. */
const mostNames = 3;

type Act = 'delete' | 'move';

/** Items that another window has deleted meanwhile leave the lists and the selection. */
export function useLeaveOut(act: Act) {
  const t = useTranslations('organising');
  const queries = useQueryClient();
  const textOf = (gone: readonly Document[]) => {
    const names = gone.slice(0, mostNames).map(({ title }) => t('quoted', { title }));
    const others = gone.length - names.length;
    return t('goneMeanwhile', { count: gone.length, names: names.join(', '), others, act });
  };
  const leaveOut = async (documents: readonly Document[]) => {
    const gone = await findGone(documents);
    hideDocuments(
      queries,
      gone.map(({ id }) => id),
    );
    void refreshArranged(queries);
    return gone;
  };
  return { leaveOut, textOf };
}

/** The same of what a dialog asks about, which goes on with what is left. */
export function useLeftOut(chosen: Chosen, act: Act) {
  const { leaveOut, textOf } = useLeaveOut(act);
  const [gone, setGone] = useState<readonly Document[]>([]);
  const documents = chosen.documents.filter((document) => !gone.includes(document));
  /** Gives the words for it where nothing is left. */
  const leaveOutGone = async () => {
    const found = await leaveOut(documents);
    setGone([...gone, ...found]);
    return found.length === documents.length ? textOf(found) : undefined;
  };
  return {
    left: { ...chosen, documents },
    leaveOut: leaveOutGone,
    goneText: gone.length > 0 ? textOf(gone) : undefined,
  };
}
