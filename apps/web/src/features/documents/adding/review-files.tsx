import { type DocumentType, ownerTypes } from '@perenne/contract/documents';
import { IconFolder } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import type { AddDocumentsTarget, Placed, PlacedFile } from '../../../lib/uploads/add-documents.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { fileRefusal } from '../../../lib/uploads/upload-rules.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ModalActions } from '../../../ui/overlays/modal.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { pathsOf } from './new-folders.ts';
import css from './review-files.module.css';
import { fitting, type Review, useAdd, useReview } from './use-review.ts';

interface ReviewFilesProps {
  chosen: readonly Placed[];
  target: AddDocumentsTarget;
  onClose: () => void;
}

/** No more are drawn: what the others are is read in their names. */
const mostDrawn = 100;

/** Those that cannot be added come first: their names must be read. */
const drawn = (files: readonly PlacedFile[]) =>
  files
    .map((one, index) => ({ one, index, order: fileRefusal(one.file) ? 0 : 1 }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, mostDrawn);

/** The types of the files and their places, guessed first. */
export function ReviewFiles({ chosen, target, onClose }: ReviewFilesProps) {
  const t = useTranslations('upload');
  const ui = useTranslations('ui');
  const errorMessage = useErrorMessage();
  const review = useReview(chosen, target);
  const add = useAdd(review, onClose);
  const { files, refused } = review;
  const folders = pathsOf(review.placed).length;
  const count = files.length - refused;
  return (
    <div className={css.review}>
      <PlaceSelect review={review} />
      {folders > 0 && <Alert tone="info">{t('folders', { count: folders })}</Alert>}
      {review.tooDeep > 0 && (
        <Alert tone="warning" isLive>
          {t('tooDeep', { count: review.tooDeep })}
        </Alert>
      )}
      {refused > 0 && files.length > 1 && <Alert tone="warning">{t('refused', { count: refused })}</Alert>}
      {files.length > 0 && (
        // It scrolls, so the keys must reach it.
        <ul className={css.files} aria-label={t('chosenFiles')} tabIndex={0}>
          {drawn(files).map(({ one, index }) => (
            // The list does not change while it is shown.
            <FileLine key={index} one={one} index={index} review={review} />
          ))}
          {files.length > mostDrawn && (
            <li className={css.others}>{t('others', { count: files.length - mostDrawn })}</li>
          )}
        </ul>
      )}
      {add.isError && (
        <Alert tone="danger" isLive>
          {errorMessage(add.error)}
        </Alert>
      )}
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        {/* All is guessed already: Enter adds. */}
        <Button
          variant="primary"
          autoFocus
          isPending={add.isPending}
          isDisabled={count === 0 && folders === 0}
          onPress={() => add.mutate(review)}
        >
          {count === 0 && folders > 0 ? t('submitFolders', { count: folders }) : t('submit', { count })}
        </Button>
      </ModalActions>
    </div>
  );
}

function PlaceSelect({ review: { lines, hasFolders, placeKey, setPlaceKey } }: { review: Review }) {
  const t = useTranslations('upload');
  const options = lines.map(({ key, name, within }) => ({
    id: key,
    label: within.length > 0 ? t('placeIn', { name, place: within.join(', ') }) : name,
  }));
  return (
    <Select
      label={t('place')}
      options={hasFolders ? options : [{ id: fitting, label: t('fittingPlace') }, ...options]}
      value={placeKey}
      onChange={setPlaceKey}
    />
  );
}

function FileLine({ one: { file, path }, index, review }: { one: PlacedFile; index: number; review: Review }) {
  const t = useTranslations('upload');
  const documents = useTranslations('documents');
  const errors = useTranslations('errors');
  const formats = useFormats();
  const refusal = fileRefusal(file);
  return (
    <li className={css.file}>
      <div className={css.words}>
        <span className={css.name}>{file.name}</span>
        <small className={css.facts}>
          {formats.size(file.size)}
          {path.length > 0 && (
            <>
              {' · '}
              <IconFolder size={14} stroke={1.75} aria-hidden /> {path.join(' / ')}
            </>
          )}
        </small>
      </div>
      {refusal ? (
        <p className={css.fault}>{refusal === 'empty' ? t('empty') : errors(refusal)}</p>
      ) : (
        <select
          className={css.type}
          aria-label={t('typeOf', { name: file.name })}
          value={review.typeOf(index)}
          onChange={({ target }) => review.setType(index, target.value as DocumentType)}
        >
          {ownerTypes.map((type) => (
            <option key={type} value={type}>
              {documents(`types.${type}`)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
