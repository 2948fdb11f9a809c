import { IconFolderCog } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { Organising } from '../arranging/organise-dialog.tsx';
import { useFolderPath } from './folders.tsx';
import { OrganiseDialog } from '../list/lazy-parts.ts';
import { offeredOfCategory, offeredOfFolder, useOrganiseEntries } from './organise-entries.tsx';

interface OrganiseMenuProps {
  categoryId: string | undefined;
  folderId: string | undefined;
}

/** The actions on the page's folder or category, and on categories at all. */
export function OrganiseMenu({ categoryId, folderId }: OrganiseMenuProps) {
  const t = useTranslations('documents');
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const { data: categories } = useQuery(categoriesQuery);
  const folder = useFolderPath(folderId).at(-1);
  const category = categories?.items.find(({ id }) => id === categoryId);
  const [asked, setAsked] = useState<Organising>();
  const goUp = () => {
    const search = folder?.parentId === null ? { category: folder.categoryId } : {};
    return navigate({ to: '.', params: { folderId: folder?.parentId ?? undefined }, search });
  };
  const offered = folder
    ? offeredOfFolder(folder)
    : [...(category ? offeredOfCategory(category) : []), { to: 'newCategory' } as const];
  const entries = useOrganiseEntries(offered, setAsked);
  return (
    <>
      <Menu
        label={t('organise')}
        trigger={
          <Button>
            <IconFolderCog size={19} stroke={1.75} aria-hidden />
            {t('organise')}
          </Button>
        }
        entries={entries}
      />
      {asked && <OrganiseDialog asked={asked} onGone={goUp} onClose={() => setAsked(undefined)} />}
    </>
  );
}
