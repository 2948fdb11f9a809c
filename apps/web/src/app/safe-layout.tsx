import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { makeQueryClient } from '../lib/endpoint-query.ts';
import { AppActor } from './app-actor.tsx';
import { Shell } from './shell/shell.tsx';
import { Support } from './support/support.tsx';

/** What the server told lives as long as this layout: signing out forgets it. */
export function SafeLayout() {
  const [queries] = useState(makeQueryClient);
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
