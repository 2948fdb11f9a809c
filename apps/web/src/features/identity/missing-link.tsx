import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconMailOpened } from '../../ui/buttons/icons.ts';
import { Ending } from './flow-ending.tsx';

interface MissingLinkProps {
  /** For a reader who cannot open the link again. */
  wayOut: string;
  children: ReactNode;
}

/** The page has no link: a reload, the way back or a typed address brings none. The link itself may still serve. */
export function MissingLink({ wayOut, children }: MissingLinkProps) {
  const t = useTranslations('missingLink');
  return (
    <Ending
      icon={<IconMailOpened size={44} stroke={1.8} />}
      tone="calm"
      title={t('title')}
      text={`${t('text')} ${wayOut}`}
    >
      {children}
    </Ending>
  );
}
