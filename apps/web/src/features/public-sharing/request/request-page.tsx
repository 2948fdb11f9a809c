import { type RequestContext, sendRequestedFile } from '@perenne/contract/document-requests';
import { IconLinkOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../../lib/api-error.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useFormats } from '../../../lib/formats.ts';
import { sendForm } from '../../../lib/upload.ts';
import { hasUnfinished, UploadQueue, useUploads } from '../../../lib/upload-queue.ts';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import type { Opened } from '../opened.ts';
import { ChooseFiles } from './choose-files.tsx';
import css from './request-page.module.css';
import { readRequestToken } from './request-token.ts';
import { SentFile } from './sent-file.tsx';

interface RequestPageProps {
  /** What is asked for; null where the link opens nothing, or nothing any more. */
  opened: Opened<RequestContext | null>;
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
  return opened.data ? <Sending context={opened.data} /> : <NothingAsked />;
}

function NothingAsked() {
  const t = useTranslations('sendFiles');
  return (
    <>
      <PageHeading title={t('title')} documentTitle={t('endedTitle')} />
      <EmptyState
        icon={<IconLinkOff size={36} stroke={1.5} />}
        title={t('endedTitle')}
        actions={
          <Link to="/help" className={buttonClass()}>
            {t('about')}
          </Link>
        }
      >
        {t('endedText')}
      </EmptyState>
    </>
  );
}

const send = async (file: File, options: Parameters<typeof sendForm>[2]): Promise<undefined> => {
  await sendForm(sendRequestedFile, file, options);
};

/** One queue for the page: it goes on when the line is back, and is lost with the page alone. */
function useSending() {
  const [queue] = useState(
    () =>
      new UploadQueue(
        () => {},
        undefined,
        (file, options) => send(file, { ...options, token: readRequestToken() }),
      ),
  );
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
  return { queue, uploads, isUnfinished };
}

function Sending({ context }: { context: RequestContext }) {
  const t = useTranslations('sendFiles');
  const formats = useFormats();
  const { queue, uploads, isUnfinished } = useSending();
  const [isTooMany, setTooMany] = useState(false);
  const { sender, title, message, expirationDate, filesLeft } = context;
  const added = uploads.filter(({ state }) => state === 'added').length;
  const left = Math.max(0, filesLeft - uploads.filter(({ state }) => state !== 'failed').length);
  const choose = (files: readonly File[]) => {
    setTooMany(files.length > left);
    queue.add(files.slice(0, left).map((file) => ({ file })));
  };
  const isDone = added > 0 && !isUnfinished;
  return (
    <div className={css.page}>
      <PageHeading
        title={isDone ? t('thanks') : t('asks', { sender })}
        documentTitle={isDone ? t('thanks') : t('title')}
        subtitle={isDone ? t('thanksText', { count: added, sender }) : title}
      />
      {message && !isDone && <blockquote className={css.message}>{message}</blockquote>}
      {isTooMany && (
        <Alert tone="warning" isLive>
          {t('tooMany', { max: filesLeft })}
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
      <output className="sr">{isDone && t('thanksText', { count: added, sender })}</output>
      {left > 0 ? <ChooseFiles isMore={uploads.length > 0} onChosen={choose} /> : <p>{t('noneLeft')}</p>}
      <p className={css.limits}>
        {t('limits', { left, date: formats.dateTime(expirationDate) })} {t('seenBy', { sender })}
      </p>
    </div>
  );
}
