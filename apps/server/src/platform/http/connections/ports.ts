import { createServer } from 'node:net';
import { StartError } from '../../start-error.ts';

/** Said before anything is opened or made. @throws {StartError} the port is taken, or not ours to take */
export async function requireFreePort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', reject);
  probe.listen({ port, host, exclusive: true }, resolve);
  try {
    await promise;
  } catch (error) {
    throw new StartError(`The server cannot listen on ${host}:${port}: ${reasonOf(error)}`, { cause: error });
  } finally {
    probe.close();
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return 'another program uses this port. Set PORT to another one.';
  if (code === 'EACCES') return 'this port needs more rights. Set PORT to one above 1023.';
  return 'this address is not one of this machine. Check HOST and PORT.';
}
