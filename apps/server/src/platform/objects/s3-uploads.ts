import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { MultipartUpload, S3Client } from '@aws-sdk/client-s3';

/** An upload in parts that was neither completed nor given up. */
export interface OpenUpload {
  key: string;
  uploadId: string;
  startedMs: number;
}

/** The SDK has no paginator for these. */
export async function* listUploads(client: S3Client, bucket: string): AsyncGenerator<OpenUpload> {
  let after: Marker | undefined = {};
  while (after) {
    const page = await requestPage(client, bucket, after);
    for (const upload of page.uploads) {
      const { Key, UploadId, Initiated } = upload;
      if (Key && UploadId && Initiated) yield { key: Key, uploadId: UploadId, startedMs: Initiated.getTime() };
    }
    after = page.next;
  }
}

type Marker = { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined };

async function requestPage(
  client: S3Client,
  bucket: string,
  after: Marker,
): Promise<{ uploads: MultipartUpload[]; next: Marker | undefined }> {
  const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...after }));
  const next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  return { uploads: page.Uploads ?? [], next: page.IsTruncated ? next : undefined };
}
