import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/**
 * One JSON line an event on standard output. Bodies, headers and addresses with their query never reach it; an error
 * is logged by its type, its code and its stack, without the values of the request.
 */
export const openLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  });

/** PostgreSQL repeats values in `detail`, in `where` and, of class 22, in the message: they stay out. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  if (code?.startsWith('22')) return { type: error.name, code };
  return { type: error.name, message: error.message, code, cause, stack: error.stack };
}
