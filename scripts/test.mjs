// Installs what is missing, then runs every check and test, and tells at the end which of them failed.
import process from 'process';
import { isNodeRecent } from './node-version.mjs';

if (isNodeRecent()) {
  void import('./test-steps.mjs').then(({ runSteps }) => runSteps(process.argv.slice(2)));
} else {
  process.exitCode = 1;
}
