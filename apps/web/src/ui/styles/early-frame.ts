import { useLayoutEffect } from 'react';

/** The HTML's own drawing of a page goes in the very frame in which the application draws it. */
export function useEarlyFrameEnd(): void {
  useLayoutEffect(() => {
    document.getElementById('early')?.remove();
  }, []);
}
