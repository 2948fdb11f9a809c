import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { countBytes } from '../bytes/count-bytes.ts';
import { isObjectId, ObjectExists, ObjectMissing, requireObjectId } from './objects.ts';
import type { ByteRange, ObjectChunks, Objects } from './objects.ts';
import { listUploads } from './s3-uploads.ts';

export interface S3Settings {
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `endpoint/bucket/key` in place of `bucket.endpoint/key`: what most stores but Amazon's want */
  forcePathStyle?: boolean;
}

const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;
const probeKey = 'probe';

/** Objects in a bucket of their own, of Amazon S3 or of what speaks like it. Nothing is asked of it yet. */
export function connectS3(settings: S3Settings): Objects {
  const { bucket, accessKeyId, secretAccessKey, endpoint, region, forcePathStyle = false } = settings;
  const connect = (maxSockets: number) =>
    new S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      region,
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      // By default the SDK sends bodies in a form with trailing checksums that other stores than Amazon's refuse.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5000, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
    });
  return new S3Objects({ client: connect(200), reading: connect(2_000) }, bucket);
}

/** `reading`: an object that is read holds its connection for as long as its reader takes, and nobody else waits for it. */
type Clients = { client: S3Client; reading: S3Client };

class S3Objects implements Objects {
  readonly #client: S3Client;
  readonly #reading: S3Client;
  readonly #bucket: string;

  constructor({ client, reading }: Clients, bucket: string) {
    this.#client = client;
    this.#reading = reading;
    this.#bucket = bucket;
  }

  /**
   * Small objects go in one request, larger ones in parts. Every request carries the CRC-32 and,
   * in its signature, the SHA-256 of its body, which the store compares with what it wrote.
   */
  async put(id: string, chunks: ObjectChunks): Promise<{ sizeBytes: number }> {
    // Some stores do not know If-None-Match, or not for uploads in parts (Ceph 16): there this look keeps what
    // is there, and only two puts of one id at the same time could go wrong.
    if (await this.#find(id)) throw new ObjectExists(id);
    const counted = countBytes(chunks);
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#named(id), Body: Readable.from(counted.chunks), ChecksumAlgorithm: 'CRC32', IfNoneMatch: '*' },
      partSize: partBytes,
      queueSize: partsAtOnce,
    });
    try {
      await upload.done();
    } catch (error) {
      throw hasStatus(error, 412) || hasStatus(error, 409) ? new ObjectExists(id, { cause: error }) : error;
    }
    return { sizeBytes: counted.sizeBytes() };
  }

  async get(id: string, range?: ByteRange): Promise<Readable> {
    const isEmpty = range !== undefined && range.end <= range.start;
    if (isEmpty && (await this.#find(id))) return Readable.from([]);
    const Range = range && !isEmpty ? `bytes=${range.start}-${range.end - 1}` : undefined;
    try {
      return bodyOf(await this.#reading.send(new GetObjectCommand({ ...this.#named(id), Range })));
    } catch (error) {
      if (hasStatus(error, 416)) return Readable.from([]);
      throw error instanceof NoSuchKey ? new ObjectMissing(id, { cause: error }) : error;
    }
  }

  async head(id: string): Promise<{ sizeBytes: number } | null> {
    const found = await this.#find(id);
    // HEAD answers alike for a missing object and a missing bucket: none may pass for the other.
    if (!found) await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    return found;
  }

  async #find(id: string): Promise<{ sizeBytes: number } | null> {
    try {
      const { ContentLength = 0 } = await this.#client.send(new HeadObjectCommand(this.#named(id)));
      return { sizeBytes: ContentLength };
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#named(id)));
  }

  async *list(): AsyncGenerator<string> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket }))
      for (const { Key } of Contents) if (Key && isObjectId(Key)) yield Key;
  }

  async sweepStaging(ageMs: number): Promise<number> {
    const limitMs = (await this.#storeTimeMs()) - ageMs;
    let swept = 0;
    for await (const { key, uploadId, startedMs } of listUploads(this.#client, this.#bucket)) {
      if (startedMs >= limitMs || !isObjectId(key)) continue;
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#named(key), UploadId: uploadId }));
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: probeKey, Body: 'probe' }));
  }

  async #storeTimeMs(): Promise<number> {
    await this.check();
    const probe = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: probeKey }));
    if (!probe.LastModified) throw new Error('The object store does not date its objects');
    return probe.LastModified.getTime();
  }

  #named(id: string): { Bucket: string; Key: string } {
    requireObjectId(id);
    return { Bucket: this.#bucket, Key: id };
  }
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  if (Body instanceof Readable) return Body;
  throw new TypeError('The object store answered without a body');
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
