import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { hasRadosgw, startRadosgw } from '../../testing/servers/radosgw.ts';
import type { TestRadosgw } from '../../testing/servers/radosgw.ts';
import { describeObjects, inChunks } from './objects.suite.ts';
import type { Objects } from './objects.ts';
import { connectS3 } from './s3.ts';

if (!hasRadosgw) console.warn('The tests on a real Ceph did not run: radosgw, ceph-mon or ceph-osd is not installed.');

describe.runIf(hasRadosgw)('a real Ceph', () => {
  let radosgw: TestRadosgw;
  let client: S3Client;
  let objects: Objects;

  beforeAll(async () => {
    radosgw = await startRadosgw();
    const { endpoint, accessKeyId, secretAccessKey } = radosgw;
    const credentials = { accessKeyId, secretAccessKey };
    const settings = { endpoint, region: 'us-east-1', forcePathStyle: true };
    client = new S3Client({ ...settings, credentials, requestChecksumCalculation: 'WHEN_REQUIRED' });
    await client.send(new CreateBucketCommand({ Bucket: 'perenne' }));
    objects = connectS3({ ...settings, ...credentials, bucket: 'perenne' });
  });
  afterAll(() => radosgw.stop());

  // Ceph 16 knows If-None-Match for what goes in one request, not for uploads in parts.
  describeObjects('a bucket of Ceph', () => objects, [100_000]);

  it('sweeps what a killed process left of an upload in parts, once it is old enough', async () => {
    const Key = uuidv7();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: 'perenne', Key }));
    const part = { Bucket: 'perenne', Key, UploadId, PartNumber: 1, Body: randomBytes(6_000_000) };
    await client.send(new UploadPartCommand(part));
    expect(await objects.sweepStaging(3_600_000)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await objects.sweepStaging(1000)).toBe(1);
    expect(await objects.sweepStaging(1000)).toBe(0);
    // A small part: a store that refuses need not read a large one, whose sender may then see a cut connection.
    const late = client.send(new UploadPartCommand({ ...part, Body: randomBytes(100) }));
    await expect(late).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(await objects.head(Key)).toBeNull();
  });

  it('leaves no upload open behind a body that breaks off', async () => {
    const breaking = (async function* () {
      yield* inChunks(randomBytes(12_000_000), 65_536);
      throw new Error('connection lost');
    })();
    await expect(objects.put(uuidv7(), breaking)).rejects.toThrow('connection lost');
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await objects.sweepStaging(0)).toBe(0);
  });

  it('refuses a wrong secret', async () => {
    const { endpoint, accessKeyId } = radosgw;
    const settings = { endpoint, region: 'us-east-1', forcePathStyle: true, bucket: 'perenne' };
    const stranger = connectS3({ ...settings, accessKeyId, secretAccessKey: 'wrong' });
    await expect(stranger.check()).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(stranger.head(uuidv7())).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});
