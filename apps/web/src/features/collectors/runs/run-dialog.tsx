import type { Collector } from '@perenne/contract/collectors';
import { useTranslations } from 'use-intl';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { MendingDialog } from '../alerts/alerts.ts';
import { LiveRun } from './live-run.tsx';

interface RunDialogProps {
  collector: Collector;
  isGone: boolean;
  isLost: boolean;
  onMend: (mending: MendingDialog) => void;
  onClose: () => void;
}

/** The synchronisation of a collector that is there already, with the code it may ask for. */
export function RunDialog({ collector, isGone, isLost, onMend, onClose }: RunDialogProps) {
  const t = useTranslations('collectors');
  return (
    <Modal title={t('run.title', { name: collector.accountName })} onClose={onClose}>
      <LiveRun collector={isGone ? undefined : collector} isLost={isLost} onMend={onMend} onClose={onClose} />
    </Modal>
  );
}
