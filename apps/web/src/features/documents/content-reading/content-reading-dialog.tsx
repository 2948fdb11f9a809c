import { useTranslations } from 'use-intl';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ContentReading } from './content-reading.tsx';

export function ContentReadingDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('contentReading');
  return (
    <Modal title={t('title')} onClose={onClose}>
      <ContentReading />
    </Modal>
  );
}
