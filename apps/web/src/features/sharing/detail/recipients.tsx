import type { Share, ShareRecipient } from '@perenne/contract/shares';
import { IconCopy, IconDots, IconEye, IconEyeOff, IconLink, IconMailForward } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { showPhone } from '../../../lib/i18n/french-phone.ts';
import { Badge, type Tone } from '../../../ui/layout/badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import css from './recipients.module.css';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { useLink } from './use-share-actions.ts';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;
const tones: Record<ShareRecipient['delivery'], Tone> = { QUEUED: 'neutral', SENT: 'neutral', FAILED: 'danger' };

/** The people who have access, whether the mail reached them, and when they first opened. */
export function Recipients({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const [writtenTo, setWrittenTo] = useState<string>();
  const link = useLink(share);
  if (share.mode === 'LINK') return <LinkAudience share={share} />;
  return (
    <Card title={t('recipients')}>
      <ul className={css.list}>
        {share.recipients.map((recipient) => (
          <li key={recipient.id} className={css.recipient}>
            <Opening recipient={recipient} />
            {share.status === 'active' && (
              <Menu
                label={t('actionsOf', { email: recipient.email })}
                trigger={
                  <IconButton label={t('actionsOf', { email: recipient.email })}>
                    <IconDots size={20} stroke={1.75} aria-hidden />
                  </IconButton>
                }
                entries={[
                  {
                    id: 'link',
                    label: t('copyTheirLink'),
                    icon: <IconCopy {...icon} />,
                    isDisabled: link.isPending,
                    onAction: () => link.mutate({ recipientId: recipient.id }),
                  },
                  {
                    id: 'write',
                    label: t('writeTo'),
                    icon: <IconMailForward {...icon} />,
                    onAction: () => setWrittenTo(recipient.id),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {writtenTo && <SendAgainDialog share={share} to={writtenTo} onClose={() => setWrittenTo(undefined)} />}
    </Card>
  );
}

function Opening({ recipient: { email, phone, openedAt, lastOpenedAt, delivery } }: { recipient: ShareRecipient }) {
  const t = useTranslations('shares');
  const formats = useFormats();
  const Icon = openedAt ? IconEye : IconEyeOff;
  const again = openedAt && lastOpenedAt && formats.dateShort(lastOpenedAt) !== formats.dateShort(openedAt);
  return (
    <>
      <span className={css.icon} data-opened={openedAt ? true : undefined}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={css.words}>
        <b>{email}</b>
        {phone && <span>{showPhone(phone)}</span>}
        <span>
          {!openedAt && t('notOpened')}
          {openedAt && !again && t('openedAt', { date: formats.dateTime(openedAt) })}
          {again && t('lastOpenedAt', { date: formats.dateLong(openedAt), last: formats.dateLong(lastOpenedAt) })}
        </span>
        {!openedAt && <Badge tone={tones[delivery]}>{t(`delivery.${delivery}`)}</Badge>}
      </div>
    </>
  );
}

function LinkAudience({ share }: { share: Share }) {
  const t = useTranslations('shares');
  return (
    <Card title={t('recipients')}>
      <div className={css.recipient}>
        <span className={css.icon} data-opened={share.opened.count > 0 || undefined}>
          <IconLink size={20} stroke={1.6} aria-hidden />
        </span>
        <div className={css.words}>
          <b>{share.opened.count > 0 ? t('linkOpened') : t('linkNotOpened')}</b>
          <span>{share.securityCode ? t('recipientsCode') : t('recipientsEmpty')}</span>
        </div>
      </div>
    </Card>
  );
}
