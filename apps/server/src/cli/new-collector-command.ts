import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSystemError } from '../platform/system-error.ts';
import { CommandFailed, UsageError, type Command } from './command.ts';

const collectors = fileURLToPath(new URL('../../collectors', import.meta.url));

const wordsOf = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`;

const manifestOf = (id: string) => ({
  id,
  name: { fr: wordsOf(id), en: wordsOf(id) },
  category: 'OTHER',
  website: `https://www.${id}.example/`,
  fields: [
    { name: 'login', type: 'text', label: { fr: 'Identifiant', en: 'Login' } },
    { name: 'password', type: 'password', label: { fr: 'Mot de passe', en: 'Password' }, secret: true },
  ],
  reaches: [{ host: `www.${id}.example`, port: 443, security: 'tls' }],
});

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="12" fill="#dbe3e5"/></svg>\n`;

const collectOf = (id: string) => `import { CollectingError } from '@perenne/collecting/failures';
import { findTags } from '@perenne/collecting/http/html';
import type { CollectedDocument, Run } from '@perenne/collecting/run';

const site = 'https://www.${id}.example';

/** Gives the documents that the partner lists, the newest first. */
export async function* collect({ http }: Run): AsyncGenerator<CollectedDocument> {
  const answer = await http.get(\`\${site}/\`);
  if (answer.status !== 200) throw new CollectingError('PARTNER_CHANGED', 'there is no list');
  for (const { attributes, text } of findTags(await answer.text(), 'a')) {
    const { href } = attributes;
    if (!href?.endsWith('.pdf')) continue;
    const url = new URL(href, answer.url);
    yield {
      ...{ identity: url.pathname, title: text, fileName: url.pathname.split('/').at(-1) ?? '' },
      async *open() {
        yield* (await http.get(url)).bytes();
      },
    };
  }
}
`;

export const newCollectorCommand: Command = {
  name: 'collectors new',
  usage: 'collectors new NAME',
  summary:
    'Begin a collector: a folder with its manifest, its logo and its code. docs/collectors.md says how to go on.',
  options: {},
  run: async ({ positionals }, { out }) => {
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      throw new UsageError('Give a name of small letters, digits and hyphens.');
    const folder = path.join(collectors, name);
    try {
      await mkdir(folder);
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
      throw new CommandFailed(`There is a collector ${name} already.`);
    }
    await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifestOf(name), null, 2)}\n`);
    await writeFile(path.join(folder, 'logo.svg'), logo);
    await writeFile(path.join(folder, 'collect.ts'), collectOf(name));
    out.write(
      `${path.relative(process.cwd(), folder)} is made. Give it the partner’s name, category, fields and hosts in manifest.json, then try it:\n` +
        `  npm run perenne -- collectors try ${name} --set login=… --set password=…\n` +
        `Or try it with a server of yours at port 8080 of this machine in the partner’s place: --stand-in www.${name}.example=8080\n`,
    );
    return 0;
  },
};
