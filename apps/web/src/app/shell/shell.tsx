import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AddDocumentsContext } from '../../lib/add-documents.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import css from './shell.module.css';

const UploadDialog = lazy(() =>
  import('../../features/documents/upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
);

/** What stays in place from page to page. */
export function Shell() {
  const [addTarget, setAddTarget] = useState<object | null>(null);
  return (
    <AddDocumentsContext value={(target) => setAddTarget(target ?? {})}>
      <div className={css.shell}>
        <SideNavigation />
        <div className={css.main}>
          <TopBar />
          <main id="main" tabIndex={-1} className={css.page}>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <BottomTabs />
      {addTarget && (
        <Suspense>
          <UploadDialog target={addTarget} onClose={() => setAddTarget(null)} />
        </Suspense>
      )}
    </AddDocumentsContext>
  );
}
