import { IconCopy, IconQrcode, IconSend, IconX } from '../../ui/buttons/icons.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { QrCode } from '../../ui/layout/qr-code.tsx';
import css from './link-card.module.css';
import { useCopyLink } from './use-copy-link.ts';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

interface LinkCardProps {
  title: string;
  link: string;
  children: ReactNode;
  onHide?: () => void;
}

/** A link to pass on: copied, handed to another application, or photographed. */
export function LinkCard({ title, link, children, onHide }: LinkCardProps) {
  const t = useTranslations('shares');
  const copy = useCopyLink();
  const titleId = useId();
  const [hasQr, setQr] = useState(false);
  const canSend = 'share' in navigator;
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {onHide && (
          <IconButton label={t('hideLink')} onPress={onHide}>
            <IconX size={20} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      <p className={css.text}>{children}</p>
      <input
        className={css.link}
        aria-label={t('link')}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={css.actions}>
        <Button variant="primary" onPress={() => void copy(link)}>
          <IconCopy {...icon} />
          {t('copy')}
        </Button>
        {canSend && (
          <Button onPress={() => void send(link, t('shareSheetTitle'))}>
            <IconSend {...icon} />
            {t('shareSheet')}
          </Button>
        )}
        <Button aria-expanded={hasQr} onPress={() => setQr(!hasQr)}>
          <IconQrcode {...icon} />
          {hasQr ? t('hideQr') : t('showQr')}
        </Button>
      </div>
      {hasQr && (
        <div className={css.qr}>
          <QrCode text={link} label={t('qr')} size={320} />
        </div>
      )}
    </section>
  );
}

async function send(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title });
  } catch {
    // A user who closes the sheet has changed their mind; the link stays on the page.
    return;
  }
}
