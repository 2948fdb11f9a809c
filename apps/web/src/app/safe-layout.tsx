import { QueryClientProvider } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { makeQueryClient } from '../lib/api/endpoint-query.ts';
import { AppActor } from './app-actor.tsx';
import { Shell } from './shell/shell.tsx';
import { Support } from './support/support.tsx';

/** The server's answers live as long as this layout: signing out forgets them. */
export function SafeLayout() {
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
