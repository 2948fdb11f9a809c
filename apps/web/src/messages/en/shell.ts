import type { shell as french } from '../fr/shell.ts';
import type { Shape } from '../messages.ts';

export const shell = {
  navigation: 'Main navigation',
  home: 'Home',
  documents: 'Documents',
  shares: 'Shares',
  collectors: 'Collectors',
  trash: 'Trash',
  add: 'Add',
  more: 'More',
  collapse: 'Collapse the menu',
  expand: 'Expand the menu',
  help: 'Help',
  onlineHelp: 'Online help',
  privacy: 'Privacy policy',
  search: 'Search for a document',
  clearSearch: 'Clear the search',
  account: 'My account, {name}',
  accountMenu: 'My account',
  profile: 'My information',
  security: 'Connection and security',
  export: 'Export my documents',
  signOut: 'Sign out',
  unread: '{count, plural, one {# unread} other {# unread}}',
  opening: 'Opening your safe',
  refreshFailed: 'Your session could not be extended. Save what you are doing; another attempt will follow.',
} as const satisfies Shape<typeof french>;
