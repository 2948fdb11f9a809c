import './ui/styles/fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/early-frame.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { makeRouter } from './app/router.tsx';
import { I18n } from './lib/i18n/i18n.tsx';
import { askRuntimeConf } from './lib/api/runtime-conf.tsx';
import { openTabMemory } from './lib/browser/tab-memory.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const conf = askRuntimeConf();
const [i18n] = await Promise.all([I18n.start(document.documentElement.lang === 'en' ? 'en' : 'fr'), openTabMemory()]);

const router = makeRouter({ i18n, conf });
// In slices, between which a slow phone answers its hand.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App i18n={i18n} conf={conf} router={router} />
    </StrictMode>,
  ),
);

/** Off unless this installation turned them on: their code does not even load. */
async function report(): Promise<void> {
  const known = await conf;
  if (!known?.analytics?.sampleRate && !known?.errorReporting?.sampleRate) return;
  const { startReports } = await import('./app/support/reports.ts');
  startReports(known, router);
}
await report();
