import { IconHelpCircle, IconLifebuoy, IconSearch, IconShieldLock } from '../../ui/buttons/icons.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { classNames } from '../../ui/buttons/class-names.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useAskHelp } from '../support/support.tsx';

interface HelpMenuProps {
  className?: string | undefined;
  labelClassName?: string | undefined;
}

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

export function HelpMenu({ className, labelClassName }: HelpMenuProps) {
  const t = useTranslations('shell');
  const navigate = useNavigate();
  const askHelp = useAskHelp();
  const opener = useRef<HTMLButtonElement>(null);
  const go = (to: '/help' | '/privacy') => () => void navigate({ to });
  return (
    <Menu
      label={t('help')}
      placement="top start"
      trigger={
        <Button ref={opener} className={classNames(className)}>
          <IconHelpCircle size={20} stroke={1.75} aria-hidden />
          <span className={labelClassName}>{t('help')}</span>
        </Button>
      }
      entries={[
        {
          id: 'ask',
          label: t('askHelp'),
          icon: <IconSearch {...icon} />,
          onAction: () => askHelp(opener.current),
        },
        { id: 'help', label: t('onlineHelp'), icon: <IconLifebuoy {...icon} />, onAction: go('/help') },
        { id: 'privacy', label: t('privacy'), icon: <IconShieldLock {...icon} />, onAction: go('/privacy') },
      ]}
    />
  );
}
