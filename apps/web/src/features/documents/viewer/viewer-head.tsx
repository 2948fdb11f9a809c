import type { Document } from '@perenne/contract/documents';
import {
  IconArrowLeft,
  IconDots,
  IconDownload,
  IconInfoCircle,
  IconPrinter,
  IconShare2,
  IconTrash,
} from '../../../ui/buttons/icons.ts';
import { Heading } from 'react-aria-components/Heading';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useShareDocuments } from '../../../lib/documents/share-documents.ts';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Seal } from '../../../ui/brand/seal.tsx';
import { useOriginName } from '../state/origin.tsx';
import { useDownload } from '../state/use-document-actions.ts';
import type { Printing } from './use-print.ts';
import css from './viewer.module.css';

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

interface HeadProps {
  document: Document | undefined;
  /** The title while there is no document. */
  fallback: string;
  print: Printing;
  hasDetails: boolean;
  onDetails: () => void;
  onDelete: (document: Document) => void;
  onClose: () => void;
}

export function ViewerHead({ document, fallback, print, hasDetails, onDetails, onDelete, onClose }: HeadProps) {
  const t = useTranslations('documents');
  const viewer = useTranslations('viewer');
  const details = useTranslations('details');
  const download = useDownload();
  return (
    <header className={css.head}>
      <IconButton label={viewer('close')} onPress={onClose}>
        <IconArrowLeft {...icon} />
      </IconButton>
      <div className={css.words}>
        <Heading slot="title" className={css.title ?? ''}>
          {document?.title ?? fallback}
        </Heading>
        {document && <Facts document={document} />}
      </div>
      {document && (
        <>
          {print.start && (
            <IconButton
              label={viewer('print')}
              className={css.print ?? ''}
              isIdle={print.isPending}
              onPress={print.start}
            >
              <IconPrinter {...icon} />
            </IconButton>
          )}
          <IconButton label={t('download')} isIdle={download.isPending} onPress={() => download.mutate(document)}>
            <IconDownload {...icon} />
          </IconButton>
          <Others document={document} onDelete={onDelete} />
          <IconButton
            data-details
            label={details(hasDetails ? 'close' : 'open')}
            aria-expanded={hasDetails}
            onPress={onDetails}
          >
            <IconInfoCircle {...icon} />
          </IconButton>
        </>
      )}
    </header>
  );
}

/** Sharing and deleting, in a menu on phones: the title needs the room. */
function Others({ document, onDelete }: Pick<HeadProps, 'onDelete'> & { document: Document }) {
  const t = useTranslations('documents');
  const isPhone = usePhone();
  const shareDocuments = useShareDocuments();
  if (document.remainingDays !== undefined) return null;
  const share = { label: t('share'), picture: <IconShare2 {...icon} />, act: () => shareDocuments([document.id]) };
  const remove = { label: t('delete'), picture: <IconTrash {...icon} />, act: () => onDelete(document) };
  const others = document.can.delete ? [share, remove] : [share];
  if (!isPhone)
    return others.map(({ label, picture, act }) => (
      <IconButton key={label} label={label} onPress={act}>
        {picture}
      </IconButton>
    ));
  const label = t('actionsOf', { title: document.title });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <IconDots {...icon} />
        </IconButton>
      }
      entries={others.map((other) => ({
        id: other.label,
        label: other.label,
        icon: other.picture,
        isDanger: other === remove,
        onAction: other.act,
      }))}
    />
  );
}

function Facts({ document }: { document: Document }) {
  const t = useTranslations('documents');
  const viewer = useTranslations('viewer');
  const formats = useFormats();
  const originOf = useOriginName();
  return (
    <p className={css.facts}>
      {document.addedBy === 'company' && <Seal label={t('original')} size={16} />}
      <span className={css.origin}>{originOf(document)}</span>
      <span className={css.long}>{viewer('addedOn', { date: formats.dateLong(document.addedAt) })}</span>
      <span className={css.short}>{formats.dateShort(document.addedAt)}</span>
      <span className={css.size}>{formats.size(document.size)}</span>
    </p>
  );
}
