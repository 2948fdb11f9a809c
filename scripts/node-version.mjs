// Read by any Node that knows modules: no syntax newer than ES2018 here, nor in the files that import it statically.
import process from 'process';

const oldest = { major: 20, minor: 19 };

/** Says so, and answers false, when this Node is too old to install the application. */
export function isNodeRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return true;
  console.error(
    `Pérenne needs Node ${oldest.major}.${oldest.minor} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  );
  return false;
}
