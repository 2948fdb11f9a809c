import type { Folder } from '@perenne/contract/places';
import { IconDots } from '../../../ui/buttons/icons.ts';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusLater } from '../../../lib/browser/catch-focus.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { Organising } from '../arranging/organise-dialog.tsx';
import css from './folders.module.css';
import { OrganiseDialog } from '../list/lazy-parts.ts';
import { offeredOfFolder, useOrganiseEntries } from './organise-entries.tsx';

/** The actions on a folder, beside its name among others. */
export function FolderMenu({ folder }: { folder: Folder }) {
  const t = useTranslations('documents');
  const place = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState<Organising>();
  const entries = useOrganiseEntries(offeredOfFolder(folder), setAsked);
  const label = t('actionsOf', { title: folder.name });
  /** The focus goes to the folder that takes its place. */
  const leave = () => {
    const tile = place.current?.closest('li');
    const next = tile?.nextElementSibling ?? tile?.previousElementSibling;
    focusLater(() => next?.querySelector('a'));
  };
  return (
    <span ref={place} className={css.menu}>
      <Menu
        label={label}
        trigger={
          <IconButton label={label}>
            <IconDots size={20} stroke={1.75} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
      {asked && <OrganiseDialog asked={asked} onGone={leave} onMoved={leave} onClose={() => setAsked(undefined)} />}
    </span>
  );
}
