import type { Share } from '@perenne/contract/shares';
import { IconLink, IconMail } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { useRemaining } from '../use-remaining.ts';
import css from '../line.module.css';

/** A share in a list; the whole line leads to it. */
export function ShareRow({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const formats = useFormats();
  const remaining = useRemaining();
  const { mode, status, opened } = share;
  const failed = share.recipients.filter(({ delivery }) => delivery === 'FAILED').length;
  const Icon = mode === 'EMAIL' ? IconMail : IconLink;
  const isActive = status === 'active';
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </span>
      <div className={css.words}>
        <Link to="/shares/$shareId" params={{ shareId: share.id }} className={css.title}>
          {share.title}
        </Link>
        <p className={css.facts}>
          <Audience share={share} /> · {t('documents', { count: share.documentCount })}
        </p>
        {isActive && failed > 0 && <Badge tone="danger">{t('mailFailed', { count: failed })}</Badge>}
      </div>
      <p className={css.opened}>
        <Opened mode={mode} opened={opened} />
      </p>
      <p className={css.end}>
        <b>{remaining(share)}</b>
        <span>
          {isActive
            ? t('until', { date: formats.dateShort(share.expirationDate) })
            : formats.dateShort(share.expirationDate)}
        </span>
      </p>
    </li>
  );
}

function Audience({ share: { mode, recipients } }: { share: Share }) {
  const t = useTranslations('shares');
  const [first, ...others] = recipients;
  if (mode === 'LINK' || !first) return t('byLink');
  return others.length === 0 ? first.email : t('toMany', { email: first.email, others: others.length });
}

function Opened({ mode, opened }: Pick<Share, 'mode' | 'opened'>) {
  const t = useTranslations('shares');
  if (mode === 'LINK') return opened.count > 0 ? t('linkOpened') : t('linkNotOpened');
  return t('opened', opened);
}
