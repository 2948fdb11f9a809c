import type { KeyPurpose } from './keys.ts';

/** Counts every asking, refused ones included. */
export class KeyCounts {
  readonly byPurpose = new Map<string, number>();

  add(purpose: KeyPurpose): void {
    this.byPurpose.set(purpose, (this.byPurpose.get(purpose) ?? 0) + 1);
  }
}
