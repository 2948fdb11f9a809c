import { buildWeb } from './build-web.mjs';
import { installParts } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { endOf, root, start, Unprepared } from './run.mjs';
import { serverArguments, serverEnvironment } from './server-arguments.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

/** Runs the server until it ends, and ends with its exit code. */
export async function launchServer(args) {
  try {
    await installParts({ forTests: false });
    await buildWeb();
    process.exitCode = await runServer([...serverArguments, ...args]);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function runServer(serverCommand) {
  const node = pinnedNode();
  const env = { ...serverEnvironment, ...process.env };
  const isOfNpm = Boolean(process.env.npm_lifecycle_event);
  // The server takes the place of this process, which would wait beside it with 40 MB: Node 22.15 and newer can.
  if (process.execve && process.platform !== 'win32') {
    process.chdir(root);
    const watch = isOfNpm ? ['--import', './scripts/watch-npm.mjs'] : [];
    process.execve(node, [node, ...watch, ...serverCommand], env);
  }
  const server = start(node, serverCommand, { cwd: root, env, stdio: 'inherit' });
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // A terminal sends its Ctrl-C to the server as well: once is enough.
    if (!process.stdin.isTTY) server.kill('SIGINT');
  });
  const watch = isOfNpm ? stopWithNpm(() => server.kill('SIGTERM')) : undefined;
  try {
    return await endOf(server);
  } finally {
    clearInterval(watch);
  }
}
