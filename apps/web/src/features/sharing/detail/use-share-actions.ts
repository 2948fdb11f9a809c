import {
  deleteShare,
  extendShare,
  getShare,
  listShareEvents,
  makeShareLink,
  sendShareAgain,
  type Share,
  stopShare,
} from '@perenne/contract/shares';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { shareChanged, showLink } from '../share-queries.ts';
import { useCopyLink } from '../use-copy-link.ts';

/** If a share has ended meanwhile, a refusal reads it again, so that the page says so. */
function useReadAgainIfEnded(id: string) {
  const queries = useQueryClient();
  return (error: unknown) => {
    const isOver = isApiError(error, 'EntityNotFound') || isApiError(error, 'SharingNotFound');
    if (isOver) void queries.invalidateQueries({ queryKey: [getShare.id, { params: { id } }] });
  };
}

/** Asks for a link, copies it where the browser lets it, and shows it in any case. */
export function useLink({ id }: Share) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('shares');
  const errorMessage = useErrorMessage();
  const copy = useCopyLink();
  const readAgain = useReadAgainIfEnded(id);
  return useMutation({
    mutationFn: (asked: { recipientId?: string; renew?: boolean }) =>
      call(makeShareLink, { params: { id }, body: asked }),
    onSuccess: async ({ link }, { recipientId, renew }) => {
      showLink(queries, id, { link, recipientId });
      if (renew) notify({ text: t('renewed') });
      else await copy(link);
    },
    onError: (error) => {
      notify({ type: 'error', text: errorMessage(error) });
      readAgain(error);
    },
  });
}

export function useStop({ id }: Share) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('shares');
  return useMutation({
    mutationFn: () => call(stopShare, { params: { id } }),
    onSuccess: async (share) => {
      showLink(queries, id, null);
      notify({ text: t('stopped') });
      await shareChanged(queries, share);
    },
    onError: useReadAgainIfEnded(id),
  });
}

export function useDeleteShare({ id }: Share) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('shares');
  return useMutation({
    mutationFn: () => call(deleteShare, { params: { id } }),
    onSuccess: async () => {
      notify({ text: t('deletedShare') });
      await shareChanged(queries);
    },
    onError: useReadAgainIfEnded(id),
  });
}

export function useExtend({ id }: Share) {
  const queries = useQueryClient();
  const notify = useNotify();
  const formats = useFormats();
  const t = useTranslations('shares');
  return useMutation({
    mutationFn: (durationDays: Parameters<typeof call<typeof extendShare>>[1]['body']['durationDays']) =>
      call(extendShare, { params: { id }, body: { durationDays } }),
    onSuccess: async (share) => {
      notify({ text: t('extended', { date: formats.dateLong(share.expirationDate) }) });
      await shareChanged(queries, share);
    },
    onError: useReadAgainIfEnded(id),
  });
}

export function useSendAgain({ id }: Share) {
  const queries = useQueryClient();
  const notify = useNotify();
  const t = useTranslations('shares');
  return useMutation({
    mutationFn: (recipients: string[]) => call(sendShareAgain, { params: { id }, body: { recipients } }),
    onSuccess: async (share, recipients) => {
      notify({ text: t('sentAgain', { count: recipients.length }) });
      await shareChanged(queries, share);
      await queries.invalidateQueries({ queryKey: [listShareEvents.id] });
    },
    onError: useReadAgainIfEnded(id),
  });
}
