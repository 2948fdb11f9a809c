import { existsSync, readFileSync } from 'node:fs';
import { buildWeb } from './build-web.mjs';
import { installParts } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { endOf, root, start, Unprepared } from './run.mjs';
import { serverArguments, serverEnvironment } from './server-arguments.mjs';

/** Runs the server until it ends, and ends with its exit code. */
export async function launchServer(args) {
  try {
    await installParts({ forTests: false });
    await buildWeb();
    process.exitCode = await runServer(args);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function runServer(args) {
  const env = { ...serverEnvironment, ...process.env };
  const server = start(pinnedNode(), [...serverArguments, ...args], { cwd: root, env, stdio: 'inherit' });
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // A terminal sends its Ctrl-C to the server as well: once is enough.
    if (!process.stdin.isTTY) server.kill('SIGINT');
  });
  const watch = stopWithNpm(server);
  try {
    return await endOf(server);
  } finally {
    clearInterval(watch);
  }
}

/**
 * A killed npm notifies nobody, and the shell between npm and us forwards nothing: that they are gone shows in our
 * line of parents only. Without npm, we may well outlive who started us.
 */
function stopWithNpm(server) {
  const parents = describeParents();
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || describeParents() === parents) return;
    clearInterval(watch);
    server.kill('SIGTERM');
  }, 200);
  return watch;
}

function describeParents() {
  const status = `/proc/${process.ppid}/status`;
  const [grandparent] = (existsSync(status) && /^PPid:.*$/m.exec(readFileSync(status, 'utf8'))) || [''];
  return `${process.ppid} ${grandparent}`;
}
