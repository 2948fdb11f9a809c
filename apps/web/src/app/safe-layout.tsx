import { QueryClientProvider } from '@tanstack/react-query';
import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { makeQueryClient } from '../lib/api/endpoint-query.ts';
import { onTokensChanged, openSafe } from '../lib/api/tokens.ts';
import { AppActor } from './app-actor.tsx';
import { Shell } from './shell/shell.tsx';
import { Support } from './support/support.tsx';

/** Nothing of one safe goes on in another: a tab beside this one may have signed in to it. */
export function SafeLayout() {
  const openNow = useSyncExternalStore(onTokensChanged, openSafe);
  const [safeId, setSafeId] = useState(openNow);
  // Without a token the page is on its way out, as it is.
  if (openNow !== undefined && openNow !== safeId) setSafeId(openNow);
  return <Safe key={safeId} />;
}

/** The server's answers live as long as this part: signing out forgets them. */
function Safe() {
  const [queries] = useState(makeQueryClient);
  // The router draws without a pause; what is deferred is drawn in slices, between which a slow phone answers its hand.
  const isDrawn = useDeferredValue(true, false);
  if (!isDrawn) return null;
  return (
    <QueryClientProvider client={queries}>
      <AppActor>
        <Support>
          <Shell />
        </Support>
      </AppActor>
    </QueryClientProvider>
  );
}
