import { useLayoutEffect } from 'react';

/** What the HTML itself draws of a page goes in the very frame in which the application draws it. */
export function useEarlyFrameEnd(): void {
  useLayoutEffect(() => {
    document.getElementById('early')?.remove();
  }, []);
}
