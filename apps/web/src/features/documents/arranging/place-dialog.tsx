import { IconFolder } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useTranslations } from 'use-intl';
import { categoriesQuery, foldersQuery } from '../../../lib/documents/document-queries.ts';
import { toneOf } from '../../../lib/documents/document-tone.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { DocThumb } from '../../../ui/brand/doc-thumb.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import css from './place-dialog.module.css';
import { type PlaceLine, placeLines } from './place-tree.ts';

interface PlaceDialogProps {
  title: string;
  submitLabel: string;
  /** Folders that cannot receive. */
  without?: readonly string[];
  /** The place where all of it is already. */
  hereId?: string | undefined;
  isPending: boolean;
  errorMessage: string | undefined;
  onChoose: (chosen: PlaceLine) => void;
  onClose: () => void;
}

/** All the places of the safe, of which one is chosen. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { title, submitLabel, without, hereId, isPending, errorMessage, onChoose, onClose } = props;
  const t = useTranslations('organising');
  const ui = useTranslations('ui');
  const categories = useQuery(categoriesQuery);
  const folders = useQuery(foldersQuery);
  const [chosen, setChosen] = useState<PlaceLine>();
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (chosen) onChoose(chosen);
    else setMissing(true);
  };
  const fault = errorMessage ?? (isMissing && !chosen ? t('choosePlace') : undefined);
  return (
    <Modal title={title} onClose={onClose}>
      <div className={css.places}>
        <QueryState query={categories}>
          {({ items }) => (
            <QueryState query={folders}>
              {(held) => (
                <Lines
                  lines={placeLines({
                    categories: items,
                    folders: held.items,
                    ...(without ? { without } : {}),
                  })}
                  hereId={hereId}
                  chosen={chosen}
                  onChange={setChosen}
                />
              )}
            </QueryState>
          )}
        </QueryState>
      </div>
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        <Button variant="primary" isPending={isPending} onPress={submit}>
          {submitLabel}
        </Button>
      </ModalActions>
    </Modal>
  );
}

interface LinesProps {
  lines: readonly PlaceLine[];
  hereId: string | undefined;
  chosen: PlaceLine | undefined;
  onChange: (line: PlaceLine | undefined) => void;
}

function Lines({ lines, hereId, chosen, onChange }: LinesProps) {
  const t = useTranslations('organising');
  return (
    <RadioGroup
      aria-label={t('places')}
      className={css.lines ?? ''}
      value={chosen?.key ?? null}
      onChange={(key) => onChange(lines.find((line) => line.key === key))}
    >
      {lines.map((line) => (
        <Radio
          key={line.key}
          value={line.key}
          isDisabled={line.key === hereId}
          aria-label={line.depth === 0 ? line.name : t('placeIn', { name: line.name, place: line.within.join(', ') })}
          className={css.line ?? ''}
          style={{ '--depth': line.depth } as CSSProperties}
        >
          {line.depth === 0 ? (
            <DocThumb tone={toneOf(line.category)} height={28} />
          ) : (
            <IconFolder size={20} stroke={1.6} aria-hidden />
          )}
          <span className={css.name}>{line.name}</span>
          <span className={css.mark} aria-hidden />
        </Radio>
      ))}
    </RadioGroup>
  );
}
