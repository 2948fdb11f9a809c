import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.ts';
import { isSystemError } from './system-error.ts';

const built = fileURLToPath(new URL('../../../verifier/dist/verifier.html', import.meta.url));

/** @throws {StartError} where it was not built: an archive without it would not be whole */
export async function readVerifierPage(): Promise<Buffer> {
  try {
    return await readFile(built);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    throw new StartError(`${built} is missing: the verifier is not built. "npm start" builds it.`);
  }
}
