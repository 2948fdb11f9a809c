import { deleteCategory } from '@perenne/contract/arranging';
import type { Category } from '@perenne/contract/places';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { categoriesQuery, foldersQuery } from '../../../lib/documents/document-queries.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { refreshArranged } from './use-arranging.ts';

interface DeleteCategoryDialogProps {
  category: Category;
  onDone: () => void | Promise<void>;
  onClose: () => void;
}

/** A category that holds documents says so, and stays; another one goes for good, once that is acknowledged. */
export function DeleteCategoryDialog({ category, onDone, onClose }: DeleteCategoryDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const reason = useReasonToStay(category);
  const folderCount = useFolderCount(category);
  const remove = useRemove(async () => {
    onClose();
    await onDone();
  });
  if (reason !== undefined) {
    return (
      <Modal title={t('categoryFullTitle')} onClose={onClose} size="small" role="alertdialog">
        <p>{reason}</p>
        <ModalActions>
          <Button variant="primary" onPress={onClose}>
            {t('understood')}
          </Button>
        </ModalActions>
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      title={t('deleteCategoryTitle')}
      confirmLabel={t('deleteCategorySubmit')}
      acknowledgement={t('deleteCategoryAcknowledge')}
      isDanger
      isPending={remove.isPending}
      errorMessage={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={() => remove.mutate(category.id)}
      onClose={onClose}
    >
      <p>{t('deleteCategoryText', { name: category.title })}</p>
      <p>
        {folderCount > 0 && `${t('deleteCategoryFolders', { count: folderCount })} `}
        {t('deleteCategoryTrash')}
      </p>
    </ConfirmDialog>
  );
}

function useReasonToStay({ title, documentCount }: Category): string | undefined {
  const t = useTranslations('organising');
  const categories = useQuery(categoriesQuery);
  if (documentCount > 0) return t('categoryFull', { name: title, count: documentCount });
  return categories.data?.items.length === 1 ? t('lastCategory') : undefined;
}

const useFolderCount = ({ id }: Category): number =>
  useQuery(foldersQuery).data?.items.filter(({ categoryId }) => categoryId === id).length ?? 0;

function useRemove(onDone: () => Promise<void>) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('organising');
  return useMutation({
    mutationFn: (id: string) => call(deleteCategory, { params: { id }, body: { acknowledged: true } }),
    onSuccess: async () => {
      notify({ text: t('categoryDeleted') });
      // The page has left what is gone before its lists are read again.
      await onDone();
    },
    // Its folders go to the trash, and what is there is of another category.
    onSettled: () => refreshArranged(queries),
  });
}
