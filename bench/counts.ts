/** How often each thing happened. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(status: string): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  inWords(): string {
    return [...this.#counts].map(([status, count]) => `${status} ${count} times`).join(', ');
  }
}
