import { type Document, listDocuments } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { IconFiles, IconX } from '../../../ui/buttons/icons.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../../lib/uploads/add-documents.ts';
import { call } from '../../../lib/api/call.ts';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepActions, StepBack, StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { RowCheckbox } from '../../../ui/fields/checkbox.tsx';
import { DocThumb } from '../../../ui/brand/doc-thumb.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { toneOfType } from '../type-tone.ts';
import { PickerState } from './picker-state.tsx';
import { useChosenDocuments } from './chosen-documents.ts';
import css from './create-share.module.css';
import { ShareActor, useChange, useShare } from './share-actor.ts';

const pageSize = 10;

const pickerQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [listDocuments.id, 'picker', q] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listDocuments, { query: { ...(q ? { q } : {}), limit: pageSize, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Which documents: searched for, ticked, and named. */
export function DocumentsStep() {
  const t = useTranslations('newShare');
  const { send } = ShareActor.useActorRef();
  const { documents } = useShare();
  const change = useChange();
  const [fault, setFault] = useState<string>();
  const toggle = (id: string, isOn: boolean) => {
    const others = documents.filter((other) => other !== id);
    if (isOn && others.length >= limits.shareDocuments) {
      setFault(t('tooMany', { max: limits.shareDocuments }));
      return;
    }
    setFault(undefined);
    change({ documents: isOn ? [...others, id] : others });
  };
  const submit = () => {
    const isEmpty = documents.length === 0;
    if (!isEmpty && documents.length <= limits.shareDocuments) return send({ type: 'DONE' });
    setFault(isEmpty ? t('noneChosen') : t('tooMany', { max: limits.shareDocuments }));
    // Also where it is the same as before.
    focusFault();
  };
  return (
    <StepFrame title={t('documentsTitle')} text={t('documentsText', { max: limits.shareDocuments })} fault={fault}>
      <div className={css.form}>
        <output className={css.count}>{t('chosen', { count: documents.length })}</output>
        {documents.length > 0 && <Chosen ids={documents} onRemove={(id) => toggle(id, false)} />}
        <Picker chosen={documents} onToggle={toggle} />
        <StepActions
          submitLabel={t('next')}
          back={<StepBack label={t('back')} onPress={() => send({ type: 'SHOW', step: 'configuration' })} />}
          onPress={submit}
        />
      </div>
    </StepFrame>
  );
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const t = useTranslations('newShare');
  const chosen = useChosenDocuments(ids);
  return (
    <ul className={css.chosen} aria-label={t('chosenTitle')}>
      {chosen.map(({ id, document, isMissing }) => {
        const title = isMissing ? t('missingDocument') : (document?.title ?? '…');
        return (
          <li key={id} className={css.chip}>
            <span>{title}</span>
            <IconButton label={t('remove', { title })} onPress={() => onRemove(id)}>
              <IconX size={16} stroke={2} aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

interface PickerProps {
  chosen: readonly string[];
  onToggle: (id: string, isOn: boolean) => void;
}

function Picker({ chosen, onToggle }: PickerProps) {
  const t = useTranslations('newShare');
  const addDocuments = useAddDocuments();
  const [words, setWords] = useState('');
  const query = useInfiniteQuery(pickerQuery(words));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isSuccess && items.length === 0 && !words) {
    return (
      <EmptyState
        icon={<IconFiles size={26} stroke={1.6} />}
        title={t('noDocument')}
        isCompact
        actions={<Button onPress={() => addDocuments()}>{t('addDocument')}</Button>}
      >
        {t('noDocumentText')}
      </EmptyState>
    );
  }
  return (
    <>
      <SearchField label={t('search')} clearLabel={t('clearSearch')} asked={words} onSearch={setWords} />
      <PickerState query={query}>
        {items.length === 0 && <p className={css.none}>{t('noMatch')}</p>}
        {items.length > 0 && (
          <ul className={css.rows} aria-label={t('listed')}>
            {items.map((document) => (
              <Row
                key={document.id}
                document={document}
                isChosen={chosen.includes(document.id)}
                onToggle={(isOn) => onToggle(document.id, isOn)}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <div className={css.more}>
            <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </PickerState>
    </>
  );
}

interface RowProps {
  document: Document;
  isChosen: boolean;
  onToggle: (isOn: boolean) => void;
}

function Row({ document: { title, type, size, addedAt, origin }, isChosen, onToggle }: RowProps) {
  const t = useTranslations('newShare');
  const types = useTranslations('documents.types');
  const formats = useFormats();
  return (
    <li className={css.row} data-chosen={isChosen || undefined}>
      <RowCheckbox aria-label={t('choose', { title })} isSelected={isChosen} onChange={onToggle} />
      <DocThumb tone={toneOfType(type)} height={36} />
      <div className={css.words}>
        <b>{title}</b>
        <small>
          {[types(type), origin?.name, formats.size(size), formats.dateShort(addedAt)].filter(Boolean).join(' · ')}
        </small>
      </div>
    </li>
  );
}
