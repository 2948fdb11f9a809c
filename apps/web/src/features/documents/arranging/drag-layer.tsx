import { IconFolderSymlink } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { toneOf } from '../../../lib/documents/document-tone.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { DocThumb } from '../../../ui/brand/doc-thumb.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { markPlace, type NamedPlace, placeAt, placeProps } from '../state/place-target.ts';
import { type Chosen, countOf, keyOf, type Place, placeOf } from './chosen.ts';
import css from './drag-layer.module.css';
import { type Move, useMove } from './use-arranging.ts';
import { useLeaveOut } from './use-left-out.ts';

interface DragLayerProps {
  chosen: Chosen;
  /** The place of a folder that is dragged. */
  formerly?: Place;
  onClose: () => void;
  onDone: () => void;
}

/** While documents, or a folder, are dragged: the places that take them say so, and those out of sight are at hand. */
export function DragLayer(props: DragLayerProps) {
  const t = useTranslations('organising');
  const drop = useDropMove(props);
  const { over, isDropped } = useDragOver(props, { onDrop: drop, onEnd: props.onClose });
  const [hasNoneInSight] = useState(() => ![...document.querySelectorAll('[data-place]')].some(isInSight));
  const count = countOf(props.chosen);
  const hint = props.chosen.folders.length > 0 ? t('dropHintFolder') : t('dropHint', { count });
  if (isDropped) return null;
  return (
    <div className={css.layer}>
      {hasNoneInSight && <Places />}
      <p className={css.hint} data-over={over ? true : undefined}>
        <IconFolderSymlink size={22} stroke={1.75} aria-hidden />
        {over ? t('dropMove', { count, place: over.name }) : hint}
      </p>
    </div>
  );
}

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** The categories, where the page has scrolled them away. */
function Places() {
  const { data } = useQuery(categoriesQuery);
  return (
    <ul className={css.places}>
      {data?.items.map((category) => (
        <li key={category.id} className={css.place} {...placeProps({ categoryId: category.id }, category.title)}>
          <DocThumb tone={toneOf(category)} height={28} />
          {category.title}
        </li>
      ))}
    </ul>
  );
}

interface Held {
  onDrop: (place: NamedPlace) => Promise<void>;
  onEnd: () => void;
}

/** Elsewhere than where all of them are already; a folder not into itself. */
function canReceive(place: Place, { chosen: { documents, folders }, formerly }: DragLayerProps): boolean {
  const to = keyOf(place);
  if (folders.some(({ id }) => id === to)) return false;
  return (formerly && keyOf(formerly) !== to) || documents.some((document) => keyOf(placeOf(document)) !== to);
}

function useDragOver(props: DragLayerProps, { onDrop, onEnd }: Held) {
  const [over, setOver] = useState<NamedPlace>();
  const [isDropped, setDropped] = useState(false);
  const isDone = useRef(false);
  const receiverOf = ({ target }: Event) => {
    const found = placeAt(target);
    return found && canReceive(found.place, props) ? found : undefined;
  };
  const hold = useEffectEvent((event: DragEvent) => {
    const place = receiverOf(event);
    markPlace(place ? event.target : null);
    setOver((former) => (former?.name === place?.name ? former : place));
    if (!place) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
  });
  const take = useEffectEvent((event: DragEvent) => {
    const place = receiverOf(event);
    markPlace(null);
    if (!place) return;
    event.preventDefault();
    isDone.current = true;
    setDropped(true);
    void onDrop(place);
  });
  const end = useEffectEvent(() => {
    markPlace(null);
    if (!isDone.current) onEnd();
  });
  useEffect(() => {
    const signals = new AbortController();
    const { signal } = signals;
    document.addEventListener('dragover', hold, { signal });
    document.addEventListener('drop', take, { signal });
    document.addEventListener('dragend', end, { signal });
    // The dragged row may leave the list on the way, and then no event marks the end: no pointer moves in a drag.
    document.addEventListener('pointermove', end, { signal });
    return () => signals.abort();
  }, []);
  return { over, isDropped };
}

/** Moves, with a way back; shows what another window has moved or deleted meanwhile, and what can still be done. */
function useDropMove({ chosen, formerly, onClose, onDone }: DragLayerProps) {
  const notify = useNotify();
  const explain = useExplain();
  const { mutateAsync } = useMove();
  const move = async (asked: Move): Promise<boolean> => {
    try {
      await mutateAsync(asked);
      return true;
    } catch (error) {
      const { text, label, again } = await explain(error, asked);
      const action = again && { label, onPress: () => void move(again) };
      notify({ type: 'error', text, duration: 10_000, ...(action ? { action } : {}) });
      return false;
    }
  };
  return async ({ place, name }: NamedPlace): Promise<void> => {
    if (await move({ chosen, to: place, name, formerly })) onDone();
    onClose();
  };
}

/** The explanation, and what can be done all the same. */
type Explained = { text: string; again?: undefined; label?: undefined } | { text: string; again: Move; label: string };

function useExplain() {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const { leaveOut, textOf } = useLeaveOut('move');
  return async (error: unknown, asked: Move): Promise<Explained> => {
    if (isApiError(error, 'ModifiedElsewhere')) {
      return { text: t('movedElsewhere'), label: t('moveAnyway'), again: { ...asked, isSure: true } };
    }
    const { documents } = asked.chosen;
    const gone = isApiError(error, 'DocumentNotFound') ? await leaveOut(documents) : [];
    if (gone.length === 0) return { text: errorMessage(error) };
    const left = documents.filter((document) => !gone.includes(document));
    if (left.length === 0) return { text: textOf(gone) };
    const again = { ...asked, chosen: { ...asked.chosen, documents: left } };
    return { text: textOf(gone), label: t('moveOthers', { count: left.length }), again };
  };
}
