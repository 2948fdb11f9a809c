import { type Document, patchDocument } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from '../../lib/contract-resolver.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { setServerErrors, useFieldProps } from '../../lib/form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRename } from './use-document-actions.ts';

const resolver = contractResolver(z.object({ title: patchDocument.body.shape.title.unwrap() }));

export function RenameDialog({ document: { id, title }, onClose }: { document: Document; onClose: () => void }) {
  const t = useTranslations('documents');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const rename = useRename();
  const { control, handleSubmit, setError, formState } = useForm({ resolver, defaultValues: { title } });
  const submit = handleSubmit(async (values) => {
    try {
      if (values.title !== title) await rename.mutateAsync({ id, title: values.title });
      onClose();
    } catch (error) {
      if (!setServerErrors(error, ['title'], setError)) setError('root', { message: errorMessage(error) });
    }
  });
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
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={rename.isPending}>
            {t('renameSubmit')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
