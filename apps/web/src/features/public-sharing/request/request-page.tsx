import { type RequestContext, sendRequestedFile } from '@perenne/contract/document-requests';
import type { Answer } from '@perenne/contract/endpoint';
import { IconLinkOff } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError, NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { sendForm, type UploadOptions } from '../../../lib/uploads/upload.ts';
import {
  hasUnfinished,
  type Upload,
  type UploadFields,
  UploadQueue,
  useUploads,
} from '../../../lib/uploads/upload-queue.ts';
import { fileRefusal } from '../../../lib/uploads/upload-rules.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { GuestEnd } from '../guest-end.tsx';
import { MissingLink } from '../missing-link.tsx';
import type { Opened } from '../opened.ts';
import { ChooseFiles } from './choose-files.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { EndSending } from './end-sending.tsx';
import css from './request-page.module.css';
import { readRequestToken } from './request-token.ts';
import { SentFile } from './sent-file.tsx';

/** The request, by a link that opens something; a tab without a link says nothing of the request. */
export type Asked = RequestContext | 'ended' | 'noLink';

interface RequestPageProps {
  opened: Opened<Asked>;
  onRetry: () => void;
}

/** Someone outside sends what an owner has asked for. */
export function RequestPage({ opened, onRetry }: RequestPageProps) {
  const t = useTranslations('sendFiles');
  const errorMessage = useErrorMessage();
  if ('error' in opened) {
    return (
      <>
        <PageHeading title={t('title')} />
        <ErrorState
          message={errorMessage(opened.error)}
          isOffline={opened.error instanceof NetworkError}
          onRetry={onRetry}
        />
      </>
    );
  }
  const { data } = opened;
  return typeof data === 'string' ? <NothingAsked why={data} /> : <Sending context={data} />;
}

function NothingAsked({ why }: { why: 'ended' | 'noLink' }) {
  const t = useTranslations('sendFiles');
  if (why === 'noLink') return <MissingLink title={t('title')}>{t('noLinkText')}</MissingLink>;
  return (
    <GuestEnd
      title={t('title')}
      icon={<IconLinkOff size={36} stroke={1.5} />}
      state={t('endedTitle')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      {t('endedText')}
    </GuestEnd>
  );
}

/** One queue for the page: it goes on when the line is back, and is lost with the page alone. */
function useSending(filesLeft: number) {
  const [sentCount, setSentCount] = useState(0);
  const [placesLeft, setPlacesLeft] = useState(filesLeft);
  const [queue] = useState(() => {
    const send = async (file: File, options: UploadOptions): Promise<undefined> => {
      try {
        const answer = await sendForm(sendRequestedFile, file, { ...options, token: readRequestToken() });
        const sent = answer as Answer<typeof sendRequestedFile>;
        setSentCount((count) => count + 1);
        // Others may send by the same link, and what comes again counts once; answers may come in another order.
        setPlacesLeft((before) => Math.min(before, sent.filesLeft));
      } catch (error) {
        if (isApiError(error, 'Forbidden')) setPlacesLeft(0);
        throw error;
      }
    };
    return new UploadQueue(() => {}, undefined, send);
  });
  const uploads = useUploads(queue);
  const isUnfinished = hasUnfinished(uploads);
  useEffect(() => {
    const sendNext = () => queue.sendNext();
    window.addEventListener('online', sendNext);
    return () => {
      window.removeEventListener('online', sendNext);
      queue.stop();
    };
  }, [queue]);
  useEffect(() => {
    if (!isUnfinished) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnfinished]);
  return { queue, uploads, isUnfinished, sentCount, placesLeft };
}

const isToCome = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

function Sending({ context }: { context: RequestContext }) {
  const t = useTranslations('sendFiles');
  const formats = useFormats();
  const [isTooMany, setTooMany] = useState(false);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [words, setWords] = useState({ senderName: '', note: '' });
  const { sender, title, message, expirationDate, maxFiles, filesLeft } = context;
  const { queue, uploads, isUnfinished, sentCount: count, placesLeft } = useSending(filesLeft);
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const left = Math.max(0, placesLeft - uploads.filter(isToCome).length - chosen.length);
  const choose = (files: readonly File[]) => {
    // A file that is refused at once takes nobody's place.
    const refused = files.filter((file) => fileRefusal(file));
    const fitting = files.filter((file) => !fileRefusal(file));
    setTooMany(fitting.length > left);
    setChosen([...chosen, ...fitting.slice(0, left)]);
    if (refused.length > 0) queue.add(refused.map((file) => ({ file })));
  };
  const send = () => {
    const { senderName, note } = words;
    const fields: UploadFields = { ...(senderName.trim() && { senderName }), ...(note.trim() && { note }) };
    queue.add(chosen.map((file) => ({ file, fields })));
    setChosen([]);
    setWords({ ...words, note: '' });
  };
  const isDone = count > 0 && !isUnfinished && chosen.length === 0;
  const thanks = failed > 0 ? t('thanksPartly') : t('thanks');
  const sentText = `${t('thanksText', { count, sender })} ${failed > 0 ? t('notSent', { count: failed }) : t('mayClose')}`;
  return (
    <div className={css.page}>
      <PageHeading
        title={isDone ? thanks : t('asks', { sender })}
        documentTitle={isDone ? thanks : t('title')}
        subtitle={isDone ? sentText : title}
      />
      {message && !isDone && <blockquote className={css.message}>{message}</blockquote>}
      {isTooMany && (
        <Alert tone="warning" isLive>
          {t('tooMany', { max: maxFiles })}
        </Alert>
      )}
      {uploads.length > 0 && (
        <ul className={css.files} aria-label={t('files')}>
          {uploads.map((upload) => (
            <SentFile
              key={upload.id}
              upload={upload}
              onCancel={() => queue.cancel(upload.id)}
              onRetry={() => queue.resume(upload.id)}
            />
          ))}
        </ul>
      )}
      <output className="sr">{isDone && sentText}</output>
      {chosen.length > 0 && (
        <ChosenFiles
          files={chosen}
          words={words}
          onWords={setWords}
          onRemove={(file) => setChosen(chosen.filter((other) => other !== file))}
          onSend={send}
        />
      )}
      {left > 0 && <ChooseFiles isMore={uploads.length + chosen.length > 0} onChosen={choose} />}
      {placesLeft === 0 && <p>{t('noneLeft')}</p>}
      <p className={css.limits}>
        {t('limits', { left, date: formats.dateTime(expirationDate) })} {t('seenBy', { sender })}
      </p>
      {!isUnfinished && <EndSending />}
    </div>
  );
}
