import pg from 'pg';
import { StatementNames } from './statement-names.ts';

/**
 * Returns a client that names its frequent statements, for a library that brings its own pool. Several statements in
 * one text cannot be prepared, and go without a name.
 */
export function makeNamingClient(): typeof pg.Client {
  const names = new StatementNames();
  return class NamingClient extends pg.Client {
    // pg declares nine forms of this method; a pool calls it with a text, its values and a callback.
    override query(...asked: unknown[]): never {
      const [text, values, ...rest] = asked;
      const name = typeof text === 'string' && !text.includes(';') ? names.nameOf(text) : undefined;
      const query = super.query as (...args: unknown[]) => never;
      return query.apply(this, name === undefined ? asked : [{ text, name }, values, ...rest]);
    }
  };
}
