import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode } from './pinned-node.mjs';
import { root, runQuietly, Unprepared } from './run.mjs';

/**
 * The tools of the machine that the tests use. `paths`: where it may be; `packages`: Debian's names, installed when
 * it is not there and we may install; `orElse`: the tool that serves when it cannot be had. Without an optional tool
 * the tests that need it say that they did not run. `neededBy`: the file that uses it. `variable`: names to the tests
 * the place where it was found.
 */
const wholeBrowser = {
  name: 'Chromium',
  variable: 'PERENNE_CHROMIUM',
  paths: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  packages: ['chromium'],
  isPresent: hasPlaywrightChromium,
  installOtherwise: installPlaywrightChromium,
};
/** The same engine without windows: a page costs it half as much, and a new context a quarter. */
const browser = {
  name: 'Chromium’s headless shell',
  variable: wholeBrowser.variable,
  paths: ['/usr/bin/chromium-headless-shell'],
  packages: ['chromium-headless-shell'],
  orElse: wholeBrowser,
};
const tools = [
  browser,
  {
    name: 'ClamAV',
    paths: ['/usr/sbin/clamd'],
    packages: ['clamav-daemon'],
    neededBy: 'apps/server/src/testing/servers/clamd.ts',
    isOptional: true,
  },
  {
    name: 'Ceph’s S3 gateway',
    paths: ['/usr/bin/radosgw'],
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common'],
    neededBy: 'apps/server/src/testing/servers/radosgw.ts',
    isOptional: true,
  },
  {
    name: 'OpenSSL',
    paths: ['/usr/bin/openssl'],
    packages: ['openssl'],
    neededBy: 'apps/server/src/testing/servers/openssl-authority.ts',
    isOptional: true,
  },
  {
    name: 'qpdf',
    paths: ['/usr/bin/qpdf'],
    packages: ['qpdf'],
    neededBy: 'apps/server/src/testing/files/pdf-signature.ts',
    isOptional: true,
  },
  {
    name: 'Poppler',
    paths: ['/usr/bin/pdfsig'],
    packages: ['poppler-utils'],
    neededBy: 'apps/server/src/testing/files/pdf-signature.ts',
    isOptional: true,
  },
  ...[
    { name: 'xmllint', paths: ['/usr/bin/xmllint'], packages: ['libxml2-utils'] },
    { name: 'xmlsec1', paths: ['/usr/bin/xmlsec1'], packages: ['xmlsec1'] },
    { name: 'unzip', paths: ['/usr/bin/unzip'], packages: ['unzip'] },
  ].map((tool) => ({ ...tool, neededBy: 'apps/server/src/testing/servers/outside-tools.ts', isOptional: true })),
  {
    name: 'OpenSSH’s server',
    paths: ['/usr/sbin/sshd'],
    packages: ['openssh-server'],
    neededBy: 'apps/server/src/testing/servers/openssh.ts',
    isOptional: true,
  },
  {
    name: 'nss_wrapper',
    paths: ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((kind) => `/usr/lib/${kind}/libnss_wrapper.so`),
    packages: ['libnss-wrapper'],
    neededBy: 'apps/server/src/testing/servers/openssh.ts',
    isOptional: true,
  },
  {
    name: 'rclone',
    paths: ['/usr/bin/rclone'],
    packages: ['rclone'],
    neededBy: 'apps/server/demo/files/rclone.ts',
    isOptional: true,
  },
  {
    name: 'Apache',
    paths: ['/usr/sbin/apache2'],
    packages: ['apache2-bin'],
    neededBy: 'apps/server/src/testing/servers/apache.ts',
    isOptional: true,
  },
  {
    name: 'Dovecot',
    paths: ['/usr/lib/dovecot/imap'],
    packages: ['dovecot-imapd'],
    neededBy: 'apps/server/src/testing/servers/mailbox.ts',
    isOptional: true,
  },
  {
    name: 'Bouncy Castle',
    paths: ['/usr/share/java/bcpkix.jar'],
    packages: ['libbcpkix-java'],
    neededBy: 'apps/server/src/testing/servers/bouncy-castle.ts',
    isOptional: true,
  },
  {
    name: 'A Java compiler',
    paths: ['/usr/bin/javac'],
    packages: ['default-jdk-headless'],
    neededBy: 'apps/server/src/testing/servers/bouncy-castle.ts',
    isOptional: true,
  },
];

/** The path of a whole browser, found or installed; undefined means Playwright's own. Measures are taken in it. */
export const ensureBrowser = () => ensureTool(wholeBrowser);

/** Finds or installs every tool; returns the environment variables that name their places to the tests. */
export async function ensureTools() {
  const variables = {};
  for (const tool of tools) {
    if (tool.neededBy && !existsSync(join(root, tool.neededBy))) continue;
    const path = await ensureTool(tool);
    if (path && tool.variable) variables[tool.variable] = path;
  }
  return variables;
}

async function ensureTool(tool) {
  const find = () => [process.env[tool.variable ?? ''], ...tool.paths].find((path) => path && existsSync(path));
  if (find() || tool.isPresent?.()) return find();
  await installPackages(tool);
  if (find()) return find();
  if (tool.orElse) return ensureTool(tool.orElse);
  if (await tool.installOtherwise?.()) return undefined;
  const sentence = `${tool.name} is missing and could not be installed here: install it (Debian: ${tool.packages.join(' ')}).`;
  if (!tool.isOptional) throw new Unprepared(sentence);
  console.warn(`${sentence} The tests that need it will not run.`);
  return undefined;
}

/** The lists of packages are fetched once, for all tools. */
let updated;

async function installPackages({ name, packages }) {
  const prefix = await rootPrefix();
  if (!prefix || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name}.`);
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', '--quiet', '--yes', ...args];
    return runQuietly(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  await (updated ??= apt('update'));
  await apt('install', '--no-install-recommends', ...packages);
}

/** Returns the words before a command to run it as root without a question; undefined when we may not. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const { code } = await runQuietly('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n'] : undefined;
}

function hasPlaywrightChromium() {
  const caches = [join(homedir(), '.cache/ms-playwright'), join(homedir(), 'Library/Caches/ms-playwright')];
  return caches.some((cache) => existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium-')));
}

async function installPlaywrightChromium() {
  console.log('Installing Chromium.');
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  return (await runQuietly(pinnedNode(), [playwright, 'install', 'chromium'])).code === 0;
}
