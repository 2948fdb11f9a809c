import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useEarlyFrameEnd } from '../../ui/styles/early-frame.ts';
import { useLanguageOfAccount } from '../use-language-of-account.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Downloads } from './downloads.tsx';
import { PhoneFoot } from './phone-foot.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TopBar } from './top-bar.tsx';
import { Uploads } from './uploads.tsx';
import css from './shell.module.css';

/** The parts that stay in place from page to page. */
export function Shell() {
  useEarlyFrameEnd();
  useLanguageOfAccount();
  return (
    <Uploads>
      <Downloads>
        <div className={css.shell}>
          <SideNavigation />
          <div className={css.main}>
            <TopBar />
            <main id="main" tabIndex={-1} className={css.page}>
              <Suspense>
                <Outlet />
              </Suspense>
            </main>
            <PhoneFoot />
          </div>
        </div>
        <BottomTabs />
      </Downloads>
    </Uploads>
  );
}
