import type { Collector } from '@perenne/contract/collectors';
import { useTranslations } from 'use-intl';
import { isOpen, isSynchronising } from '../../lib/documents/collector-queries.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import {
  IconDots,
  IconEye,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '../../ui/buttons/icons.ts';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { useChangeState } from './collector-actions.ts';
import type { Asked } from './collector-list.tsx';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** All that can be done with a collector; the server refuses what cannot be done now. */
export function CollectorMenu({ collector, onAsk }: { collector: Collector; onAsk: (to: Asked) => void }) {
  const t = useTranslations('collectors');
  const change = useChangeState(collector);
  const { can, status } = collector;
  const mayRun = isOpen(collector);
  const isOff = status === 'DISABLED';
  const entries: MenuEntry[] = [
    isSynchronising(collector)
      ? { id: 'follow', label: t('follow'), icon: <IconEye {...icon} />, onAction: () => onAsk('code') }
      : {
          id: 'synchronise',
          label: t('synchronise'),
          icon: <IconRefresh {...icon} />,
          isDisabled: !can.synchronise || !mayRun,
          onAction: () => change.mutate('synchronise'),
        },
    {
      id: 'modify',
      label: t('modify'),
      icon: <IconPencil {...icon} />,
      isDisabled: !can.modify,
      onAction: () => onAsk('modify'),
    },
    { id: 'runs', label: t('runs'), icon: <IconHistory {...icon} />, onAction: () => onAsk('runs') },
    isOff
      ? {
          id: 'activate',
          label: t('activate'),
          icon: <IconPlayerPlay {...icon} />,
          isDisabled: !can.activate || !mayRun,
          onAction: () => change.mutate('activate'),
        }
      : {
          id: 'deactivate',
          label: t('deactivate'),
          icon: <IconPlayerPause {...icon} />,
          isDisabled: !can.deactivate,
          onAction: () => change.mutate('deactivate'),
        },
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      isDanger: true,
      onAction: () => onAsk('delete'),
    },
  ];
  const label = t('menu', { name: collector.accountName });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </IconButton>
      }
      entries={entries}
    />
  );
}
