import { deleteCategory } from '@perenne/contract/arranging';
import { type Category, listCategories } from '@perenne/contract/places';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/call.ts';
import { categoriesQuery } from '../../../lib/document-queries.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Modal, ModalActions } from '../../../ui/modal.tsx';
import { useNotify } from '../../../ui/notifications.tsx';
import { foldersQuery } from '../folder-queries.ts';

interface DeleteCategoryDialogProps {
  category: Category;
  onDone: () => void | Promise<void>;
  onClose: () => void;
}

/** A category that holds something says what, and stays; an empty one goes for good, once that is acknowledged. */
export function DeleteCategoryDialog({ category, onDone, onClose }: DeleteCategoryDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const reason = useReasonToStay(category);
  const remove = useRemove(() => {
    onClose();
    void onDone();
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
    </ConfirmDialog>
  );
}

/** As far as the page knows. What is in the trash, only the server does. */
function useReasonToStay({ id, title, documentCount }: Category): string | undefined {
  const t = useTranslations('organising');
  const categories = useQuery(categoriesQuery);
  const folders = useQuery(foldersQuery);
  if (documentCount > 0) return t('categoryFull', { name: title, count: documentCount });
  if (folders.data?.items.some(({ categoryId }) => categoryId === id)) return t('categoryHasFolders', { name: title });
  return categories.data?.items.length === 1 ? t('lastCategory') : undefined;
}

function useRemove(onDone: () => void) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('organising');
  return useMutation({
    mutationFn: (id: string) => call(deleteCategory, { params: { id }, body: { acknowledged: true } }),
    onSuccess: () => {
      notify({ text: t('categoryDeleted') });
      onDone();
    },
    // It held nothing: no list changes but theirs.
    onSettled: () => queries.invalidateQueries({ queryKey: [listCategories.id] }),
  });
}
