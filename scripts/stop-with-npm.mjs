import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * A killed npm notifies nobody, and the shell between npm and us forwards nothing: that they are gone shows in our
 * line of parents only. Without npm, we may well outlive who started us.
 */
export function stopWithNpm(stop) {
  const describe = isNpm(process.ppid) ? () => process.ppid : describeParents;
  const parents = describe();
  const watch = setInterval(() => {
    if (describe() === parents) return;
    clearInterval(watch);
    stop();
  }, 200);
  return watch;
}

/**
 * A shell may give its place to the command that npm has it run, as bash does. The parent is npm itself then, and the
 * next in the line has started npm: that one may end before us, as after `nohup npm start &`.
 */
function isNpm(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.env.npm_node_execpath);
  } catch {
    return false;
  }
}

function describeParents() {
  const status = `/proc/${process.ppid}/status`;
  const [grandparent] = (existsSync(status) && /^PPid:.*$/m.exec(readFileSync(status, 'utf8'))) || [''];
  return `${process.ppid} ${grandparent}`;
}
