import { CreateBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import type { FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { describeObjects, inChunks } from './objects.suite.ts';
import type { Objects } from './objects.ts';
import { connectS3 } from './s3.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const settings = { region: 'eu-west-3', bucket: 'perenne', forcePathStyle: true, ...credentials };
let server: FauxqsServer;
let objects: Objects;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  const client = new S3Client({ ...settings, endpoint: server.address, credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'perenne' }));
  objects = connectS3({ ...settings, endpoint: server.address });
});
afterAll(() => server.stop());

describeObjects('a bucket', () => objects, []);

describe('a bucket that is not there', () => {
  it('says so instead of calling every object missing', async () => {
    const elsewhere = connectS3({ ...settings, endpoint: server.address, bucket: 'nowhere' });
    await expect(elsewhere.check()).rejects.toThrow('bucket');
    await expect(elsewhere.get(uuidv7())).rejects.toThrow('bucket');
    await expect(elsewhere.head(uuidv7())).rejects.toThrow(S3ServiceException);
    await expect(elsewhere.put(uuidv7(), inChunks(Buffer.from('x'), 1))).rejects.toThrow('bucket');
  });

  it('says that nobody answers', async () => {
    const nobody = connectS3({ ...settings, endpoint: 'http://127.0.0.1:1' });
    await expect(nobody.check()).rejects.toThrow('ECONNREFUSED');
    await expect(nobody.head(uuidv7())).rejects.toThrow('ECONNREFUSED');
  });
});
