import { createHash } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter } from '../../testing/people/exporter.ts';
import { makePdf } from '../../testing/people/makers.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { hasRadosgw, startRadosgw, type TestRadosgw } from '../../testing/servers/radosgw.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { connectS3 } from '../../platform/objects/s3.ts';
import { clearExpiredUploads } from '../documents/documents.jobs.ts';

if (!hasRadosgw)
  console.warn('The exports on a real Ceph did not run: radosgw, ceph-mon or ceph-osd is not installed.');

describe.runIf(hasRadosgw)('an export on a real Ceph', () => {
  let radosgw: TestRadosgw;
  let test: TestApp;

  beforeAll(async () => {
    radosgw = await startRadosgw();
    const { endpoint, accessKeyId, secretAccessKey } = radosgw;
    const settings = { endpoint, region: 'us-east-1', forcePathStyle: true };
    const client = new S3Client({ ...settings, credentials: { accessKeyId, secretAccessKey } });
    await client.send(new CreateBucketCommand({ Bucket: 'perenne' }));
    client.destroy();
    test = await createTestApp({
      objects: connectS3({ ...settings, accessKeyId, secretAccessKey, bucket: 'perenne' }),
    });
  });
  afterAll(async () => {
    await test.close();
    await radosgw.stop();
  });

  const objects = async () => (await Array.fromAsync(test.platform.objects.list())).sort();
  /** Larger than a part of an upload, so that the archive goes out in several. */
  const makeExporter = async () => {
    const exporter = await Exporter.make(test, ['Bail']);
    await exporter.add('Grand', { content: makePdf('grand', 12_000_000) });
    return exporter;
  };

  it('begins again after its process was lost in the middle of an upload', async () => {
    const exporter = await makeExporter();
    const before = await objects();
    const { id } = await exporter.begin();
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stuck = objectsWith(test.platform.objects, {
      put: (objectId, chunks) => {
        let sent = 0;
        const endless = async function* () {
          for await (const chunk of chunks) {
            sent += chunk.length;
            yield chunk;
            if (sent < 8_000_000) continue;
            reached.resolve();
            await gate.promise;
          }
        };
        return test.platform.objects.put(objectId, endless());
      },
    });
    const lost = exporter.write(id, { objects: stuck }, { retry: 0, signal: new AbortController().signal });
    await reached.promise;
    expect(await exporter.write(id)).toMatchObject({ status: 'READY' });
    expect((await exporter.archive(id)).files.get('documents/Autres/Bail.pdf')).toEqual(makePdf('Bail'));
    // The store counts ages in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await test.platform.objects.sweepStaging(1_000)).toBe(1);
    gate.resolve();
    const endOfLost = await lost.then(() => 'none', String);
    expect(endOfLost).toMatch(/^none$|NoSuchUpload/);
    expect((await exporter.journal()).filter((action) => action === 'export.ready')).toHaveLength(1);
    test.clock.advance(7 * 3_600_000);
    await clearExpiredUploads(test.platform);
    expect(await objects()).toHaveLength(before.length + 1);
  });

  it('is written in parts, sent whole and in ranges, and removed', async () => {
    const exporter = await makeExporter();
    const before = await objects();
    const { id, sha256, sizeBytes, damaged } = await exporter.write((await exporter.begin()).id);
    expect(damaged).toEqual([]);
    const { zip, files } = await exporter.archive(id);
    expect([zip.length, createHash('sha256').update(zip).digest('hex')]).toEqual([sizeBytes, sha256]);
    expect(files.get('documents/Autres/Bail.pdf')).toEqual(makePdf('Bail'));
    const path = `exports/${id}/content`;
    for (const [range, expected] of [
      ['bytes=11000000-11000999', zip.subarray(11_000_000, 11_001_000)],
      ['bytes=-500', zip.subarray(-500)],
    ] as const) {
      const part = await exporter.call('GET', path, { range, 'if-range': `"${sha256}"` });
      expect([part.statusCode, part.rawPayload.equals(expected)]).toEqual([206, true]);
    }
    expect(await objects()).toHaveLength(before.length + 1);
    expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
    await test.startWorker();
    await expect.poll(objects).toEqual(before);
  });
});
