import { type Passkey, renamePasskey } from '@perenne/contract/second-factor';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/call.ts';
import { contractResolver } from '../../../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { setServerErrors } from '../../../../lib/forms/form.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { PasskeyNameField } from './passkey-name-field.tsx';
import css from '../safety.module.css';

const resolver = contractResolver(renamePasskey.body);

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onRenamed: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { id, name }, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const t = useTranslations('secondFactorSettings');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const { control, handleSubmit, setError } = useForm({ resolver, defaultValues: { name } });
  const { run, isPending, error } = useAction(async (body: { name: string }) => {
    try {
      await call(renamePasskey, { params: { id }, body });
      notify({ text: t('renamed') });
      onClose();
      onRenamed();
    } catch (failure) {
      if (!setServerErrors(failure, ['name'], setError)) throw failure;
    }
  });
  return (
    <Modal title={t('renameTitle')} onClose={onClose} size="small">
      <form className={css.form} noValidate onSubmit={(event) => void handleSubmit(run)(event)}>
        {error !== undefined && (
          <Alert tone="danger" isLive>
            {errorMessage(error)}
          </Alert>
        )}
        <PasskeyNameField control={control} name="name" />
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('rename')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
