import type { Document } from '@perenne/contract/documents';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hideDocuments } from '../document-cache.ts';
import type { Chosen } from './chosen.ts';
import { findGone, refreshArranged } from './use-arranging.ts';

/** Of what is gone; more is said by its number. */
const mostNames = 3;

/** What another window has deleted meanwhile leaves the lists, the selection and what is chosen here. */
export function useLeftOut(chosen: Chosen, act: 'delete' | 'move') {
  const t = useTranslations('organising');
  const queries = useQueryClient();
  const [gone, setGone] = useState<readonly Document[]>([]);
  const documents = chosen.documents.filter((document) => !gone.includes(document));
  const textOf = (these: readonly Document[]) => {
    const names = these.slice(0, mostNames).map(({ title }) => t('quoted', { title }));
    const others = these.length - names.length;
    return t('goneMeanwhile', { count: these.length, names: names.join(', '), others, act });
  };
  /** Gives the words for it where nothing is left. */
  const leaveOut = async () => {
    const found = await findGone(documents);
    hideDocuments(
      queries,
      found.map(({ id }) => id),
    );
    void refreshArranged(queries);
    setGone([...gone, ...found]);
    return found.length === documents.length ? textOf(found) : undefined;
  };
  return { left: { ...chosen, documents }, leaveOut, goneText: gone.length > 0 ? textOf(gone) : undefined };
}
