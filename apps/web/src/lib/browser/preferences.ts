import { useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './local-store.ts';

export type Theme = 'light' | 'dark';

/** The state is what public/boot.js set before the first paint; storage only remembers it. */
const root = document.documentElement;
const changes = new EventTarget();
const announce = () => changes.dispatchEvent(new Event('change'));

function subscribe(listener: () => void) {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

const readTheme = (): Theme => (root.dataset.theme === 'dark' ? 'dark' : 'light');

export function setTheme(theme: Theme): void {
  root.dataset.theme = theme;
  writeLocal('theme', theme);
  announce();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);

const readMenuCollapsed = (): boolean => root.dataset.nav === 'collapsed';

export function setMenuCollapsed(isCollapsed: boolean): void {
  root.dataset.nav = isCollapsed ? 'collapsed' : 'open';
  writeLocal('collapsedMenu', String(isCollapsed));
  announce();
}

export const useMenuCollapsed = (): boolean => useSyncExternalStore(subscribe, readMenuCollapsed);

/** Another tab changed the theme: follow it. */
window.addEventListener('storage', (event) => {
  if (event.key !== 'theme' || !readLocal('theme')) return;
  root.dataset.theme = readLocal('theme') === 'dark' ? 'dark' : 'light';
  announce();
});
