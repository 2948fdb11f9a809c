import * as contract from '@perenne/contract/proofs';
import { goneOf } from '../../../../platform/http/connections/gone.ts';
import { readLocale } from '../../../../platform/http/locale.ts';
import { mount, type App } from '../../../../platform/http/mount.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { heavyWork, makeFairLine } from '../../../../platform/turns/fair-line.ts';
import { makeAttestation } from './attestation.ts';
import { verifyIntegrity } from './verify-integrity.ts';

export function mountProofs(app: App, platform: Platform): void {
  // Each reads up to 100 MB and draws or hashes: as many as leave room for everybody's work.
  const line = makeFairLine(heavyWork);
  mount(app, contract.verifyIntegrity, ({ actor, params, reply }) =>
    line(actor.safeId, () => verifyIntegrity(platform, actor, params.id), goneOf(reply)),
  );
  mount(app, contract.getAttestation, async ({ actor, params, request, reply }) => {
    const wanted = request.headers['accept-language'];
    const locale = wanted === undefined ? null : readLocale(wanted);
    const make = () => makeAttestation(platform, actor, { documentId: params.id, locale });
    const { fileName, content } = await line(actor.safeId, make, goneOf(reply));
    void reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      })
      .send(content);
  });
  mount(app, contract.getSealKeys, async () => ({ keys: await platform.seals.publicKeys() }));
  mount(app, contract.verifySeal, async ({ body }) => {
    const kid = await platform.seals.verify(Buffer.from(body.facts), body.signature);
    return kid === null ? { genuine: false } : { genuine: true, kid };
  });
}
