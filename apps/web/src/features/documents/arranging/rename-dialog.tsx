import { type Document, listDocuments, patchDocument } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { catchFocus } from '../../../lib/browser/catch-focus.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/forms/form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { linkOf } from '../rows/use-row-focus.ts';
import { type Conflict, conflictOf, NameConflict } from './name-conflict.tsx';
import { useRename } from './use-rename.ts';

const resolver = contractResolver(z.object({ title: patchDocument.body.shape.title.unwrap() }));

interface RenameDialogProps {
  document: Document;
  /** The conflict that the field in the row ran into. */
  conflict?: Conflict | undefined;
  onClose: () => void;
}

export function RenameDialog({ document: { id, title }, conflict: first, onClose: close }: RenameDialogProps) {
  const t = useTranslations('documents');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage('renaming');
  const rename = useRename();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState(first);
  const { control, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { title: first?.mine ?? title },
  });
  const onClose = () => {
    close();
    // The row may have gone meanwhile.
    catchFocus(() => linkOf(id));
  };
  const submit = handleSubmit(async (values) => {
    const formerly = conflict?.theirs ?? title;
    try {
      if (values.title !== formerly) await rename.mutateAsync({ id, title: values.title, formerly });
      onClose();
    } catch (error) {
      const found = conflictOf(error, values.title);
      if (found) setConflict(found);
      else if (!setServerErrors(error, ['title'], setError)) setError('root', { message: errorMessage(error) });
    }
  });
  const keep = () => {
    void queries.invalidateQueries({ queryKey: [listDocuments.id] });
    onClose();
  };
  return (
    <Modal title={t('renameTitle')} onClose={onClose} size="small">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {formState.errors.root?.message && (
          <Alert tone="danger" isLive>
            {formState.errors.root.message}
          </Alert>
        )}
        <Controller
          control={control}
          name="title"
          render={({ field, fieldState }) => (
            <TextField
              {...fieldProps(field, fieldState)}
              label={t('title')}
              hint={t('renameHint')}
              maxLength={limits.title}
              autoComplete="off"
              // The dialog was opened to type here.
              autoFocus
              onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
              isRequired
            />
          )}
        />
        {conflict ? (
          <NameConflict
            conflict={conflict}
            isPending={rename.isPending}
            onKeep={keep}
            onReplace={() => void submit()}
          />
        ) : (
          <ModalActions>
            <Button onPress={onClose}>{ui('cancel')}</Button>
            <Button type="submit" variant="primary" isPending={rename.isPending}>
              {t('renameSubmit')}
            </Button>
          </ModalActions>
        )}
      </form>
    </Modal>
  );
}
