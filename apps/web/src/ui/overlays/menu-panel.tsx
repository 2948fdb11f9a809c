import { IconCheck } from '../buttons/icons.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { setInteractionModality } from 'react-aria/useFocusVisible';
import type { MenuProps } from './menu.tsx';
import css from './menu.module.css';

interface MenuPanelProps extends MenuProps {
  isOpenedByKeys: boolean;
}

/** Takes over from the plain button that was pressed: the focus first, so that closing gives it back there. */
export function MenuPanel(props: MenuPanelProps) {
  const { trigger, label, placement = 'bottom end', header, entries, selectedId, isOpenedByKeys } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  // From the second time on, React Aria itself has seen what opened it.
  const [startsOnEntry, setStartsOnEntry] = useState(isOpenedByKeys);
  const takeOver = useEffectEvent(() => {
    anchor.current?.querySelector('button')?.focus({ preventScroll: true });
    // Until its key is let go, the click of a key counts as a screen reader's, and the first entry would not be reached.
    if (isOpenedByKeys) setInteractionModality('keyboard');
  });
  useEffect(() => {
    takeOver();
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <span ref={anchor} className={css.anchor}>
      <MenuTrigger
        isOpen={isOpen}
        onOpenChange={(isNowOpen) => {
          setOpen(isNowOpen);
          setStartsOnEntry(false);
        }}
      >
        {trigger}
        <Popover placement={placement} className={css.popover ?? ''}>
          {header}
          <AriaMenu
            aria-label={label}
            className={css.menu ?? ''}
            items={entries}
            {...(startsOnEntry ? { autoFocus: 'first' } : {})}
            {...(selectedId === undefined ? {} : { selectionMode: 'single', selectedKeys: [selectedId] })}
          >
            {(entry) => (
              <MenuItem
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                onAction={entry.onAction}
                className={css.item ?? ''}
                data-danger={entry.isDanger || undefined}
              >
                {entry.icon}
                {entry.label}
                {selectedId === entry.id && <IconCheck size={18} stroke={2} aria-hidden className={css.check} />}
              </MenuItem>
            )}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </span>
  );
}
