import { IconHelpCircle, IconLifebuoy, IconShieldLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { classNames } from '../../ui/class-names.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';

interface HelpMenuProps {
  className?: string | undefined;
  labelClassName?: string | undefined;
}

export function HelpMenu({ className, labelClassName }: HelpMenuProps) {
  const t = useTranslations('shell');
  const navigate = useNavigate();
  return (
    <Menu
      label={t('help')}
      placement="top start"
      trigger={
        <Button className={classNames(className)}>
          <IconHelpCircle size={20} stroke={1.75} aria-hidden />
          <span className={labelClassName}>{t('help')}</span>
        </Button>
      }
    >
      <MenuItem
        icon={<IconLifebuoy size={19} stroke={1.75} aria-hidden />}
        onAction={() => void navigate({ to: '/help' })}
      >
        {t('onlineHelp')}
      </MenuItem>
      <MenuItem
        icon={<IconShieldLock size={19} stroke={1.75} aria-hidden />}
        onAction={() => void navigate({ to: '/privacy' })}
      >
        {t('privacy')}
      </MenuItem>
    </Menu>
  );
}
