import { existsSync, readFileSync } from 'node:fs';

/**
 * A killed npm notifies nobody, and the shell between npm and us forwards nothing: that they are gone shows in our
 * line of parents only. Without npm, we may well outlive who started us.
 */
export function stopWithNpm(stop) {
  const parents = describeParents();
  const watch = setInterval(() => {
    if (describeParents() === parents) return;
    clearInterval(watch);
    stop();
  }, 200);
  return watch;
}

function describeParents() {
  const status = `/proc/${process.ppid}/status`;
  const [grandparent] = (existsSync(status) && /^PPid:.*$/m.exec(readFileSync(status, 'utf8'))) || [''];
  return `${process.ppid} ${grandparent}`;
}
