import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded/embedded-postgres.ts';

const log = { info: () => {}, warn: () => {}, error: (message: string) => void process.stderr.write(`${message}\n`) };

/** The embedded PostgreSQL by itself, durable as in the product. */
export const startBareDatabase = (dataFolder: string) => startEmbeddedPostgres({ dataFolder, log });
