import type { ErrorEntry } from '@perenne/contract/errors';
import { createShare, type ShareWithLink } from '@perenne/contract/shares';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call, type CallInput } from '../../../lib/api/call.ts';
import { creationHeaders } from '../../../lib/api/creation-key.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useSingleMutation } from '../../../lib/api/use-single-mutation.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { shareChanged, showLink } from '../share-queries.ts';
import { ShareActor, useShare } from './share-actor.ts';

type Body = CallInput<typeof createShare>['body'];
/** The part of one mode; the rest is in the draft. */
type Audience = Pick<Extract<Body, { mode: 'EMAIL' }>, 'mode' | 'recipients' | 'message'>;
type LinkAudience = Pick<Extract<Body, { mode: 'LINK' }>, 'mode' | 'securityCode'>;

/** Which recipients the server refused, and what of them, by their place in the list. */
export interface RefusedRecipients {
  emails: readonly number[];
  phones: readonly number[];
}

export interface Creation {
  submit: (audience: Audience | LinkAudience) => void;
  isPending: boolean;
  /** A fault that no field can show. */
  fault: string | undefined;
  refused: RefusedRecipients;
}

export function useCreateShare(): Creation {
  const t = useTranslations('newShare');
  const { send } = ShareActor.useActorRef();
  const draft = useShare();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const showCreated = useShowCreated();
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async (audience: Audience | LinkAudience) => {
      const { title, durationDays, watermark } = draft;
      const purpose = draft.purpose.trim();
      const common = {
        title,
        durationDays,
        watermark,
        documents: [...draft.documents],
        ...(purpose ? { purpose } : {}),
      };
      const body = { ...common, ...audience };
      return call(createShare, { body, headers: await creationHeaders(draft.id, body) });
    },
    onSuccess: async (share) => {
      send({ type: 'CREATED' });
      await shareChanged(queries);
      showCreated(share);
    },
    onError: (failure) => {
      const refusal = watermarkRefusalOf(failure);
      if (refusal) send({ type: 'WATERMARK_REFUSED', refusal });
    },
  });
  const refused = readRefused(error);
  const isShownBeside = refused.emails.length + refused.phones.length > 0 || watermarkRefusalOf(error) !== undefined;
  const isGone = isApiError(error, 'DocumentNotFound');
  const fault = error === null || isShownBeside ? undefined : isGone ? t('gone') : errorMessage(error);
  return { submit: mutate, isPending, fault, refused };
}

/** Leads to the new share, which shows a link once. */
function useShowCreated() {
  const t = useTranslations('shares');
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  return ({ link, ...share }: ShareWithLink) => {
    const count = share.recipients.length;
    if (share.mode === 'LINK' && link) showLink(queries, share.id, { link });
    notify({ text: share.mode === 'LINK' ? t('created') : t('createdByMail', { count }) });
    void navigate({ to: '/shares/$shareId', params: { shareId: share.id }, replace: true });
  };
}

const watermarkRefusalOf = (error: unknown): ErrorEntry | undefined =>
  isApiError(error) ? error.errors.find(({ field }) => field === 'watermark') : undefined;

function readRefused(error: unknown): RefusedRecipients {
  const fields = isApiError(error) ? error.errors.map(({ field = '' }) => field) : [];
  const places = (part: 'email' | 'phone') =>
    fields.flatMap((field) => {
      const [, place] = new RegExp(`^recipients\\.(\\d+)\\.${part}$`).exec(field) ?? [];
      return place === undefined ? [] : [Number(place)];
    });
  return { emails: places('email'), phones: places('phone') };
}
