import { useState } from 'react';

/** Which dialog of a card is open, if one is. */
export function useDialog<Name>() {
  const [shown, setShown] = useState<Name>();
  return { shown, open: (name: Name) => setShown(name), close: () => setShown(undefined) };
}
