import type { Place } from '../arranging/chosen.ts';

export interface NamedPlace {
  place: Place;
  /** As people call it. */
  name: string;
}

/** The attributes of a link to a category or to a folder: files and documents can be dropped on it. */
export const placeProps = (place: Place, name: string) => ({
  'data-place': JSON.stringify({ place, name } satisfies NamedPlace),
});

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;

export const placeAt = (target: EventTarget | null): NamedPlace | undefined => {
  const placeJson = linkAt(target)?.dataset.place;
  return placeJson === undefined ? undefined : (JSON.parse(placeJson) as NamedPlace);
};

/** Shows which place would receive what is held over it; without a target, none. */
export function markPlace(target: EventTarget | null): void {
  const link = linkAt(target);
  for (const other of document.querySelectorAll<HTMLElement>('[data-receiving]')) {
    if (other !== link) delete other.dataset.receiving;
  }
  if (link) link.dataset.receiving = '';
}
