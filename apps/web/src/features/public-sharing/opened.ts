/** What a page shows, or why it cannot for now. */
export type Opened<T> = { data: T } | { error: unknown };
