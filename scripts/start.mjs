// Installs what is missing, builds the web application when it has changed, and runs the server under the pinned Node.
import process from 'process';
import { isNodeRecent } from './node-version.mjs';

if (isNodeRecent()) {
  void import('./launch.mjs').then(({ launchServer }) => launchServer(process.argv.slice(2)));
} else {
  process.exitCode = 1;
}
