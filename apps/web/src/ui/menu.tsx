import type { ReactElement, ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import css from './menu.module.css';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end' | 'right bottom';
  /** Above the items: who is signed in, for example. */
  header?: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, label, placement = 'bottom end', header, children }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} className={css.popover ?? ''}>
        {header}
        <AriaMenu aria-label={label} className={css.menu ?? ''}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface ItemProps extends Omit<MenuItemProps, 'className' | 'children' | 'style'> {
  icon?: ReactNode;
  isDanger?: boolean;
  children: ReactNode;
}

export function MenuItem({ icon, isDanger, children, ...props }: ItemProps) {
  return (
    <AriaMenuItem
      {...props}
      {...(typeof children === 'string' ? { textValue: children } : {})}
      className={css.item ?? ''}
      data-danger={isDanger || undefined}
    >
      {icon}
      {children}
    </AriaMenuItem>
  );
}
