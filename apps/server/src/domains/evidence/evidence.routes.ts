import { Readable } from 'node:stream';
import * as contract from '@perenne/contract/evidence';
import { parisDay } from '../../platform/time/calendar.ts';
import { goneOf } from '../../platform/http/connections/gone.ts';
import { holdTurn } from '../../platform/http/connections/hold-turn.ts';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { heavyWork, longAnswers, makeFairLine } from '../../platform/turns/fair-line.ts';
import { mountSealCertificates } from './certificates.routes.ts';
import { downloadJournal } from './export-journal.ts';
import { getCheckpoint, listCheckpoints, proveConsistency } from './list-checkpoints.ts';
import { proveDocument } from './prove-documents.ts';

export function mountEvidence(app: App, platform: Platform): void {
  // Each reads up to 100 MB and hashes it: as many as leave room for everybody's work.
  const line = makeFairLine(heavyWork);
  mount(app, contract.getDocumentProof, ({ actor, params, reply }) =>
    line(actor.safeId, () => proveDocument(platform, actor, params.id), goneOf(reply)),
  );
  const journals = makeFairLine(longAnswers);
  mount(app, contract.exportJournal, async ({ actor, reply }) => {
    await holdTurn(journals, actor.safeId, reply);
    const bytes = await downloadJournal(platform, actor);
    const day = parisDay(platform.clock.now());
    void reply
      .headers({
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="perenne-journal-${day}.json"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(bytes, { objectMode: false }));
  });
  mount(app, contract.listCheckpoints, ({ query }) => listCheckpoints(platform, query));
  mount(app, contract.getCheckpoint, ({ params }) => getCheckpoint(platform, params.n));
  mount(app, contract.getConsistency, ({ query }) => proveConsistency(platform, query));
  mountSealCertificates(app, platform);
}
