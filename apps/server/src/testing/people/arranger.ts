import { upload, type TestOwner } from './makers.ts';
import type { TestApp } from '../test-app.ts';

export type Told = { status: number; code: string | undefined };

type ListedDocument = {
  id: string;
  title: string;
  categoryId: string;
  folderId: string | null;
  remainingDays?: number;
};
type ListedFolder = { id: string; name: string; categoryId: string; parentId: string | null; documentCount: number };

/** An owner who puts things in order. */
export class Arranger {
  readonly test: TestApp;
  readonly owner: TestOwner;

  constructor(test: TestApp, owner: TestOwner) {
    this.test = test;
    this.owner = owner;
  }

  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    return this.test.app.inject({
      ...{ method, url: `/backend/api/v1/${path}`, headers: this.owner.headers },
      ...(payload && { payload }),
    });
  }

  /** The status, and the code of what was refused. */
  async tell(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object): Promise<Told> {
    const answer = await this.call(method, path, payload);
    const body = answer.body === '' ? {} : answer.json<{ errors?: Array<{ code: string }> }>();
    return { status: answer.statusCode, code: body.errors?.[0]?.code };
  }

  async categories() {
    type Listed = { id: string; title: string; kind: string; documentCount: number; unreadCount: number };
    return (await this.call('GET', 'categories?limit=200')).json<{ items: Listed[] }>().items;
  }

  async category(kind: string): Promise<string> {
    const found = (await this.categories()).find((category) => category.kind === kind);
    if (!found) throw new Error(`no category ${kind}`);
    return found.id;
  }

  async folders(): Promise<ListedFolder[]> {
    return (await this.call('GET', 'folders?limit=200')).json<{ items: ListedFolder[] }>().items;
  }

  async documents(query = ''): Promise<ListedDocument[]> {
    return (await this.call('GET', `documents?limit=200&${query}`)).json<{ items: ListedDocument[] }>().items;
  }

  async trash() {
    type Trash = {
      items: ListedDocument[];
      total: number;
      nextCursor: string | null;
      folders: Array<{ id: string; name: string; documentCount: number; remainingDays: number }>;
      destroying: { total: number; left: number } | null;
    };
    return (await this.call('GET', 'trash?limit=200')).json<Trash>();
  }

  /** A folder in a category or in another folder. */
  async folder(name: string, place: { categoryId: string } | { parentId: string }): Promise<string> {
    const answer = await this.call('POST', 'folders', { name, ...place });
    if (answer.statusCode !== 201) throw new Error(`the folder answered ${answer.body}`);
    return answer.json<{ id: string }>().id;
  }

  /** A chain of folders, each in the one before. */
  async chain(names: readonly string[], place: { categoryId: string } | { parentId: string }): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const parentId = ids.at(-1);
      ids.push(await this.folder(name, parentId === undefined ? place : { parentId }));
    }
    return ids;
  }

  async document(title: string, fields: Record<string, string> = {}, content?: Buffer): Promise<string> {
    const answer = await upload(this.test, this.owner, { fields: { title, ...fields }, ...(content && { content }) });
    if (answer.statusCode !== 201) throw new Error(`the upload answered ${answer.body}`);
    return answer.json<{ id: string }>().id;
  }

  async actions(count: number): Promise<string[]> {
    const { items } = (await this.call('GET', 'user/journal')).json<{ items: Array<{ action: string }> }>();
    return items
      .map(({ action }) => action)
      .filter((action) => !action.endsWith('listed') && !action.startsWith('journal'))
      .slice(0, count);
  }

  room() {
    return this.test.platform.db
      .selectFrom('safes')
      .select(['storage_used as used', 'document_count as count'])
      .where('safe_id', '=', this.owner.safeId)
      .executeTakeFirstOrThrow();
  }
}
