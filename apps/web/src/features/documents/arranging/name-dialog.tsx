import { createCategory } from '@perenne/contract/arranging';
import { limits } from '@perenne/contract/fields';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/forms/form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { type Conflict, conflictOf, NameConflict } from './name-conflict.tsx';

interface NameDialogProps {
  title: string;
  submitLabel: string;
  hint?: string;
  name?: string;
  /** `formerly` is what the name was, as far as is known. Throws what the server refuses. */
  onSubmit: (name: string, formerly: string) => Promise<unknown>;
  /** The name that another window gave stays. */
  onKeep?: () => void;
  onClose: () => void;
}

/** A category's title is under the same rules as a folder's name. */
const resolver = contractResolver(z.object({ name: createCategory.body.shape.title }));

/** Names a folder or a category, a new one or not. */
export function NameDialog({ title, submitLabel, hint, name = '', onSubmit, onKeep, onClose }: NameDialogProps) {
  const t = useTranslations('organising');
  const ui = useTranslations('ui');
  const fieldProps = useFieldProps();
  const errorMessage = useErrorMessage();
  const { control, handleSubmit, setError, formState } = useForm({ resolver, defaultValues: { name } });
  const [conflict, setConflict] = useState<Conflict>();
  const submit = handleSubmit(async (values) => {
    const formerly = conflict?.theirs ?? name;
    try {
      if (values.name !== formerly) await onSubmit(values.name, formerly);
      onClose();
    } catch (error) {
      const found = conflictOf(error, values.name);
      if (found) setConflict(found);
      else if (!setServerErrors(error, ['name'], setError)) setError('root', { message: errorMessage(error) });
    }
  });
  return (
    <Modal title={title} onClose={onClose} size="small">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {formState.errors.root?.message && (
          <Alert tone="danger" isLive>
            {formState.errors.root.message}
          </Alert>
        )}
        <Controller
          control={control}
          name="name"
          render={({ field, fieldState }) => (
            <TextField
              {...fieldProps(field, fieldState)}
              label={t('name')}
              hint={hint}
              maxLength={limits.folderName}
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
            isPending={formState.isSubmitting}
            onKeep={() => {
              onKeep?.();
              onClose();
            }}
            onReplace={() => void submit()}
          />
        ) : (
          <ModalActions>
            <Button onPress={onClose}>{ui('cancel')}</Button>
            <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
              {submitLabel}
            </Button>
          </ModalActions>
        )}
      </form>
    </Modal>
  );
}
