import { getProfile } from '@perenne/contract/identity';
import { IconFileExport, IconLock, IconLogout, IconNotebook, IconUserCircle } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useAppState } from '../app-actor.tsx';
import css from './account-menu.module.css';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

export function AccountMenu() {
  const t = useTranslations('shell');
  const navigate = useNavigate();
  const { signOut } = useAppState();
  const { data: profile } = useQuery(endpointQuery(getProfile));
  const name = profile ? `${profile.firstName} ${profile.lastName}` : '';
  const initials = profile ? `${profile.firstName.charAt(0)}${profile.lastName.charAt(0)}`.toUpperCase() : '';
  return (
    <Menu
      label={t('accountMenu')}
      header={
        profile && (
          <p className={css.who}>
            <b>{name}</b>
            <span>{profile.email}</span>
          </p>
        )
      }
      trigger={
        <Button className={css.trigger ?? ''}>
          <span className={css.avatar}>{initials || <IconUserCircle size={24} stroke={1.6} aria-hidden />}</span>
          <span className="sr">{name ? t('account', { name }) : t('accountMenu')}</span>
        </Button>
      }
      entries={[
        {
          id: 'profile',
          label: t('profile'),
          icon: <IconUserCircle {...icon} />,
          onAction: () => void navigate({ to: '/account/profile-infos' }),
        },
        {
          id: 'security',
          label: t('security'),
          icon: <IconLock {...icon} />,
          onAction: () => void navigate({ to: '/account/safety' }),
        },
        {
          id: 'journal',
          label: t('journal'),
          icon: <IconNotebook {...icon} />,
          onAction: () => void navigate({ to: '/account/journal' }),
        },
        {
          id: 'export',
          label: t('export'),
          icon: <IconFileExport {...icon} />,
          onAction: () => void navigate({ to: '/account/export' }),
        },
        { id: 'signOut', label: t('signOut'), icon: <IconLogout {...icon} />, onAction: signOut },
      ]}
    />
  );
}
