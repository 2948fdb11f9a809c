import { cloneElement, type FocusEvent, type ReactElement, type ReactNode, useState } from 'react';
import type { ButtonProps, PressEvent } from 'react-aria-components/Button';
import { Late } from '../lazy/late.tsx';
import type { MenuPanel } from './menu-panel.tsx';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ButtonProps>;
  label: string;
  placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end';
  /** Above the entries: who is signed in, for example. */
  header?: ReactNode;
  entries: readonly MenuEntry[];
  /** The entries are a choice, and this one is chosen; an empty text, none is yet. */
  selectedId?: string;
}

const loadPanel = () => import('./menu-panel.tsx').then((module) => module.MenuPanel);
// Without a connection, the press shows it.
const preload = () => void loadPanel().catch(() => undefined);

/** A menu whose code comes when a hand or the focus nears its button: pages weigh 20 KB less without it. */
export function Menu(props: MenuProps) {
  const [openedWith, setOpenedWith] = useState<PressEvent['pointerType']>();
  const [Panel, setPanel] = useState<typeof MenuPanel>();
  if (Panel) return <Panel {...props} isOpenedByKeys={openedWith === 'keyboard' || openedWith === 'virtual'} />;
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onHoverStart: preload,
    onFocus: preload,
    onPress: ({ pointerType }: PressEvent) => setOpenedWith(pointerType),
    // A user who goes on to something else while the code loads does not want the menu any more.
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget && setOpenedWith(undefined),
  });
  return (
    <>
      {button}
      {openedWith !== undefined && (
        <Late load={loadPanel} onCome={(panel) => setPanel(() => panel)} onFail={() => setOpenedWith(undefined)} />
      )}
    </>
  );
}
