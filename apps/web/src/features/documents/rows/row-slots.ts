/** The element of a drawn row. */
export interface Slot {
  /** The key of the element. */
  name: string;
  /** Its `ref`: another one for each row that the element is given to. */
  ref: (element: HTMLElement | null) => (() => void) | undefined;
}

interface Held extends Slot {
  hasFocus: () => boolean;
}

/**
 * Gives drawn rows their elements. After a leap, where none of the rows before stays, the new ones are drawn into the
 * elements that are there: of quick hands, hundreds of rows a second would else be made and thrown away. The element
 * that has the focus is not given to another row.
 */
export class RowSlots {
  readonly #observe: (element: HTMLElement) => () => void;
  #held = new Map<string, Held>();
  #named = 0;

  /** `observe` receives each row that comes, and what it returns is called when the row has gone. */
  constructor(observe: (element: HTMLElement) => () => void) {
    this.#observe = observe;
  }

  /** The slots of the rows with these keys, all that are drawn. */
  place(keys: readonly string[]): Slot[] {
    const isLeap = !keys.some((key) => this.#held.has(key));
    const free = isLeap ? [...this.#held.values()].filter(({ hasFocus }) => !hasFocus()) : [];
    const slots = keys.map((key) => this.#held.get(key) ?? this.#make(free.shift()?.name));
    this.#held = new Map(keys.map((key, at) => [key, slots[at] ?? this.#make()]));
    return slots;
  }

  #make(name = `slot ${(this.#named += 1)}`): Held {
    let shown: HTMLElement | null = null;
    return {
      name,
      hasFocus: () => shown?.contains(document.activeElement) ?? false,
      ref: (element) => {
        shown = element;
        return element ? this.#observe(element) : undefined;
      },
    };
  }
}
