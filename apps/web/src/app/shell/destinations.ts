import { IconFolder, IconHome, IconPlugConnected, IconShare2, IconTrash } from '../../ui/buttons/icons.ts';

/** The pages of the navigation menu, in their order. */
export const destinations = [
  { name: 'home', to: '/home', icon: IconHome },
  { name: 'documents', to: '/documents/{-$folderId}', icon: IconFolder },
  { name: 'shares', to: '/shares', icon: IconShare2 },
  { name: 'collectors', to: '/collectors', icon: IconPlugConnected },
  { name: 'trash', to: '/trash', icon: IconTrash },
] as const;
