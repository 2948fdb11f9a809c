import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { IconMailOpened } from '../../ui/buttons/icons.ts';
import { GuestEnd } from './guest-end.tsx';

interface MissingLinkProps {
  title: string;
  /** Why, and where the link is. */
  children: ReactNode;
}

/** The page has no link: a reload, the way back or a typed address brings none. The link itself may still serve. */
export function MissingLink({ title, children }: MissingLinkProps) {
  const t = useTranslations('missingLink');
  return (
    <GuestEnd
      title={title}
      icon={<IconMailOpened size={36} stroke={1.5} />}
      state={t('title')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      {children}
    </GuestEnd>
  );
}
