import type { DocumentRequest } from '@perenne/contract/document-requests';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Modal } from '../../../ui/overlays/modal.tsx';
import css from './request-dialog.module.css';
import { RequestLinkDialog } from './request-dialogs.tsx';
import { RequestForm } from './request-form.tsx';

/** Asks someone outside for files: what, where they go, for how long, and the link that takes them. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('documentRequests');
  const [made, setMade] = useState<{ request: DocumentRequest; link: string }>();
  if (made) return <RequestLinkDialog request={made.request} link={made.link} onClose={onClose} />;
  return (
    <Modal title={t('title')} onClose={onClose}>
      <p className={css.text}>{t('text')}</p>
      <RequestForm onMade={({ link, ...request }) => setMade({ request, link })} onClose={onClose} />
    </Modal>
  );
}
