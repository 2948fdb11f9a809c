import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectS3 } from '../../../../platform/objects/s3.ts';
import { makeOwner, makePdf } from '../../../../testing/people/makers.ts';
import { tracesOf } from '../../../../testing/uploads/resumable-uploads.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const settings = { region: 'eu-west-3', bucket: 'perenne', forcePathStyle: true };
let server: FauxqsServer;
let t: TestApp;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  await new S3Client({ ...settings, endpoint: server.address, credentials }).send(
    new CreateBucketCommand({ Bucket: settings.bucket }),
  );
  t = await createTestApp();
  t.platform.objects = connectS3({ ...settings, ...credentials, endpoint: server.address });
  await t.startWorker();
});
afterAll(async () => {
  await t.close();
  await server.stop();
});

it('keeps the pieces of an upload in a bucket, and there only its document in the end', async () => {
  const x = tracesOf(t, await makeOwner(t));
  const content = makePdf('seau', 9_500_000);
  const address = await x.create(content.length);
  await x.tus.patch(address, 0, content.subarray(0, 6_000_000));
  expect((await x.strayObjects()).length).toBeGreaterThan(1);
  const { headers } = await x.tus.patch(address, 6_000_000, content.subarray(6_000_000));
  expect((await x.content(headers['document-id'])).equals(content)).toBe(true);
  await expect.poll(() => x.strayObjects()).toEqual([]);
  expect(await x.room()).toEqual({ used: content.length, reserved: 0, count: 1 });
});
