import type { Collector } from '@perenne/contract/collectors';
import type { LocalReach } from '../../platform/collecting/reach.ts';
import { Collecting } from './collector-steps.ts';
import { readingAntivirus } from '../people/depositor.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

export const pdf = (text: string): string => `%PDF-1.4\n% ${text}\ntrailer<<>>\n%%EOF\n`;

/** Someone who connects a server of their own. */
export class FolderOwner {
  readonly test: TestApp;
  readonly camille: Collecting;

  private constructor(test: TestApp, camille: Collecting) {
    this.test = test;
    this.camille = camille;
  }

  static async make(local: LocalReach): Promise<FolderOwner> {
    const test = await createTestApp({ antivirus: readingAntivirus, collecting: { local } });
    await test.startWorker();
    return new FolderOwner(test, await Collecting.make(test, { accounts: [] }));
  }

  create = (agentId: string, credentials: object, more: object = {}) =>
    this.camille.call('POST', 'collectors', {
      ...{ agentId, accountName: 'Mes fichiers', authorised: true, credentials },
      ...more,
    });

  /** The collector after its first run. */
  async connect(agentId: string, credentials: object, more: object = {}): Promise<Collector> {
    const { status, body } = await this.create(agentId, credentials, more);
    if (status !== 201) throw new Error(`the collector was not created: ${JSON.stringify(body)}`);
    return this.camille.ended(body.id);
  }

  async synchronise(id: string): Promise<Collector> {
    this.test.clock.advance(61_000);
    const { status } = await this.camille.call('POST', `collectors/${id}/synchronise`);
    if (status !== 200) throw new Error(`the run did not begin: ${status}`);
    return this.camille.ended(id);
  }

  titles = async (): Promise<string[]> => (await this.camille.documents()).items.map(({ title }) => title).toSorted();

  async skipped(id: string) {
    const [run] = await this.camille.runs(id);
    return run?.skipped.toSorted((a, b) => a.title.localeCompare(b.title));
  }
}
