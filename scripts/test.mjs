// Installs what is missing, then runs the checks and the tests.
import process from 'process';
import { isNodeRecent } from './node-version.mjs';

if (isNodeRecent()) {
  void import('./test-steps.mjs').then(({ runTests }) => runTests(process.argv.slice(2)));
} else {
  process.exitCode = 1;
}
