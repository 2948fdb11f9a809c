import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '../buttons/icons.ts';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { IconButton } from '../buttons/icon-button.tsx';
import css from './notifications.module.css';
import { usePausableTimer } from './use-pausable-timer.ts';

const icons = { success: IconCircleCheck, error: IconCircleX, info: IconInfoCircle, warning: IconAlertTriangle };

export type NotificationType = keyof typeof icons;

export interface Notification {
  type?: NotificationType;
  title?: string;
  text: string;
  /** Milliseconds. Default: 3,000. */
  duration?: number;
  /** A new notification takes the place of those of its group. */
  group?: string;
  /** The same words are not stacked twice, unless false. */
  ignoreDuplicates?: boolean;
  /** The remedy; pressed, the notification goes. */
  action?: { label: string; onPress: () => void };
}

interface Shown extends Notification {
  id: number;
  type: NotificationType;
  isLeaving: boolean;
}

const defaultDurationMs = 3000;

const isSame = (one: Notification, other: Notification) =>
  one.type === other.type && one.title === other.title && one.text === other.text;

const NotifyContext = createContext<((notification: Notification) => void) | null>(null);

export function useNotify() {
  const notify = use(NotifyContext);
  if (!notify) throw new Error('useNotify outside NotificationProvider');
  return notify;
}

/** Two live regions, mounted from the start: errors interrupt, the rest waits for its turn. */
export function NotificationProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<readonly Shown[]>([]);
  const lastId = useRef(0);
  const notify = useCallback((notification: Notification) => {
    const shown: Shown = { type: 'success', ...notification, id: ++lastId.current, isLeaving: false };
    setList((current) => {
      const same = notification.ignoreDuplicates === false ? [] : current.filter((other) => isSame(other, shown));
      if (same.some((other) => !other.isLeaving)) return current;
      // One that leaves would be gone before its words are read.
      const others = current.filter((other) => !same.includes(other));
      return [...others.filter((other) => !shown.group || other.group !== shown.group), shown];
    });
  }, []);
  const leave = useCallback(
    (id: number) =>
      setList((current) => current.map((shown) => (shown.id === id ? { ...shown, isLeaving: true } : shown))),
    [],
  );
  const remove = useCallback((id: number) => setList((current) => current.filter((shown) => shown.id !== id)), []);
  const regions = useMemo(
    () => ({ alert: list.filter((shown) => shown.type === 'error'), status: list.filter((n) => n.type !== 'error') }),
    [list],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <div className={css.corner} data-react-aria-top-layer="true">
        {(['status', 'alert'] as const).map((role) => (
          <div key={role} role={role} className={css.region}>
            {regions[role].map((shown) => (
              <Toast key={shown.id} shown={shown} onLeave={leave} onGone={remove} />
            ))}
          </div>
        ))}
      </div>
    </NotifyContext>
  );
}

interface ToastProps {
  shown: Shown;
  onLeave: (id: number) => void;
  onGone: (id: number) => void;
}

function Toast({ shown, onLeave, onGone }: ToastProps) {
  const t = useTranslations('ui');
  const [isHeld, setHeld] = useState(false);
  const leave = () => onLeave(shown.id);
  usePausableTimer(shown.duration ?? defaultDurationMs, isHeld, leave);
  const Icon = icons[shown.type];
  return (
    // The handlers only stop the clock while someone reads; every action has its own button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.toast}
      data-type={shown.type}
      data-leaving={shown.isLeaving || undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onAnimationEnd={() => {
        if (shown.isLeaving) onGone(shown.id);
      }}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <div className={css.said}>
        <div className={css.words}>
          {shown.title && <b>{shown.title}</b>}
          <span>{shown.text}</span>
        </div>
        {shown.action && (
          <Button
            className={css.action ?? ''}
            onPress={() => {
              shown.action?.onPress();
              leave();
            }}
          >
            {shown.action.label}
          </Button>
        )}
      </div>
      <IconButton label={t('dismiss')} onPress={leave}>
        <IconX size={18} stroke={2} aria-hidden />
      </IconButton>
    </div>
  );
}
