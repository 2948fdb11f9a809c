import type { Accounts } from '../people/accounts.ts';

interface Listed {
  items: { id: string; title?: string; name?: string; parentId?: string | null }[];
}

async function ask<Answer>({ baseUrl }: Accounts, path: string, { token, body }: { token: string; body?: object }) {
  const answer = await fetch(`${baseUrl}/backend/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Makes a folder in a category, as its owner does. */
export async function makeFolder(
  accounts: Accounts,
  token: string,
  { name, category }: { name: string; category: string },
): Promise<void> {
  const { items } = await ask<Listed>(accounts, 'categories', { token });
  const categoryId = items.find(({ title }) => title === category)?.id;
  await ask(accounts, 'folders', { token, body: { name, categoryId } });
}

/** The folders of a safe, each with those around it. */
export async function listFolderPaths(accounts: Accounts, token: string): Promise<string[]> {
  const { items } = await ask<Listed>(accounts, 'folders', { token });
  const pathOf = (id: string): string => {
    const folder = items.find((other) => other.id === id);
    const within = folder?.parentId ? `${pathOf(folder.parentId)}/` : '';
    return `${within}${folder?.name ?? ''}`;
  };
  return items.map(({ id }) => pathOf(id)).toSorted();
}
