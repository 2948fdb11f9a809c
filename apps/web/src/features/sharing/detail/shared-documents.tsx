import type { Share } from '@perenne/contract/shares';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DocThumb } from '../../../ui/brand/doc-thumb.tsx';
import { toneOfType } from '../type-tone.ts';
import css from './shared-documents.module.css';

export function SharedDocuments({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const isActive = share.status === 'active';
  return (
    <Card title={t('documentsTitle')}>
      {share.documents.length === 0 && <p className={css.gone}>{t('documentsGone')}</p>}
      <ul>
        {share.documents.map((document) => (
          <SharedDocument key={document.id} document={document} isActive={isActive} />
        ))}
      </ul>
    </Card>
  );
}

function SharedDocument({ document, isActive }: { document: Share['documents'][number]; isActive: boolean }) {
  const t = useTranslations('shares');
  const types = useTranslations('documents.types');
  const formats = useFormats();
  const { id, title, type, size, watermarked, deleted } = document;
  return (
    <li className={css.document}>
      <DocThumb tone={toneOfType(type)} height={40} />
      <div className={css.words}>
        {deleted && <b className={css.title}>{title}</b>}
        {!deleted && (
          <Link to="/documents/{-$folderId}" search={{ document: id }} className={css.title}>
            {title}
          </Link>
        )}
        <p className={css.facts}>
          {types(type)} · {formats.size(size)}
        </p>
        {(watermarked || deleted) && (
          <p className={css.badges}>
            {watermarked && <Badge tone="info">{t('watermarked')}</Badge>}
            {deleted && <Badge tone="warning">{t('deleted')}</Badge>}
          </p>
        )}
        {deleted && isActive && <p className={css.facts}>{t('deletedHint')}</p>}
      </div>
    </li>
  );
}
