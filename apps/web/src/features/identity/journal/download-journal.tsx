import { exportJournal } from '@perenne/contract/evidence';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/api/call.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { fileNameOf } from '../../../lib/browser/file-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconDownload } from '../../../ui/buttons/icons.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import css from './journal.module.css';

const toVerifier = (words: ReactNode) => (
  <a href="/verifier.html" target="_blank" rel="noreferrer">
    {words}
  </a>
);

/** All chapters as one file, which anyone can check without this server. */
export function DownloadJournal() {
  const t = useTranslations('journal');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const download = useMutation({
    mutationFn: async () => {
      const answer = await request(exportJournal);
      saveFile(await answer.blob(), fileNameOf(answer.headers.get('Content-Disposition')) ?? 'journal.json');
    },
    onError: (error) => notify({ type: 'error', text: errorMessage(error) }),
  });
  return (
    <div className={css.download}>
      <Button isPending={download.isPending} onPress={() => download.mutate()}>
        <IconDownload size={19} stroke={1.75} aria-hidden />
        {t('download')}
      </Button>
      <p>{t.rich('downloadHint', { link: toVerifier })}</p>
    </div>
  );
}
