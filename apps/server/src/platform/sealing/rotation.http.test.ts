import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwner, makePdf, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { addRootKey } from '../keys/keyring-file.ts';
import { openKeyringFile } from '../keys/keyring.ts';
import type { Keys } from '../keys/keys.ts';
import { countByRootKey, rewrapSecrets } from './rewrap-secrets.ts';

const v1 = '/backend/api/v1';

let test: TestApp;
/** Another process of the installation, with a keyring of its own in memory. */
let other: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-rotation-'));
  test = await createTestApp();
  other = await createTestApp({ beside: test });
});
afterAll(async () => {
  await other.close();
  await test.close();
  await rm(folder, { recursive: true });
});

const keyringOf = ({ dataFolder }: TestApp) => join(dataFolder, 'keyring.json');
const counts = async () => Object.fromEntries(await countByRootKey(test.platform.db));

async function contentOf(app: TestApp, owner: TestOwner, documentId: string): Promise<Buffer> {
  app.platform.vault.forget(owner.safeId);
  const url = `${v1}/documents/${documentId}/content`;
  const answer = await app.app.inject({ url, headers: owner.headers });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('a rotation of the root key', () => {
  it('goes on after it was cut, while people read and safes are made, and leaves nothing to the older key', async () => {
    const content = makePdf('bulletin');
    const owners = await Promise.all(Array.from({ length: 12 }, () => makeOwner(test)));
    const ids: string[] = [];
    for (const owner of owners) ids.push((await upload(test, owner, { content })).json<{ id: string }>().id);
    const { keys, db } = test.platform;
    const older = keys.currentKeyId;
    const all = (await counts())[older] ?? 0;
    expect(all).toBeGreaterThan(12);
    const newer = await addRootKey(keyringOf(test), { copyTo: join(folder, 'copy.json'), now: test.clock.now() });

    let wrappings = 0;
    const dying: Keys = {
      ...{ currentKeyId: newer, counts: keys.counts, readAgain: () => keys.readAgain() },
      ...{ rewrap: keys.rewrap.bind(keys), unwrap: keys.unwrap.bind(keys) },
      wrap: async (...asked) => {
        if ((wrappings += 1) > 10) throw new Error('killed');
        return keys.wrap(...asked);
      },
    };
    await expect(Array.fromAsync(rewrapSecrets({ db, keys: dying }))).rejects.toThrow('killed');
    const { [older]: left = 0, [newer]: done = 0 } = await counts();
    expect([left + done, done > 0, left > 0]).toEqual([all, true, true]);
    for (const [index, owner] of owners.entries())
      expect(await contentOf(other, owner, ids[index] ?? '')).toEqual(content);

    const newcomer = await makeOwner(other);
    const [steps] = await Promise.all([
      Array.fromAsync(rewrapSecrets({ db, keys })),
      ...owners.map((owner, index) => contentOf(other, owner, ids[index] ?? '')),
    ]);
    expect(steps.at(-1)).toBe(left);
    expect(await counts()).toEqual({ [newer]: all + 1 });

    const { keys: ring } = JSON.parse(await readFile(keyringOf(test), 'utf8')) as { keys: Array<{ id: string }> };
    const alone = join(folder, 'alone.json');
    const file = { version: 1, keys: ring.filter(({ id }) => id === newer) };
    await writeFile(alone, JSON.stringify(file), { mode: 0o600 });
    const onlyNewer = await openKeyringFile(alone, { now: test.clock.now() });
    const safes = await db.selectFrom('safes').select(['safe_id', 'wrapped_key']).execute();
    expect(safes.map(({ safe_id: id }) => id)).toContain(newcomer.safeId);
    for (const { safe_id: safeId, wrapped_key: wrapped } of safes)
      expect(await onlyNewer.unwrap('safe/owner', wrapped, safeId)).toHaveLength(32);
  });

  it('finds nothing to do once it is done', async () => {
    expect(await Array.fromAsync(rewrapSecrets(test.platform))).toEqual([]);
  });
});
