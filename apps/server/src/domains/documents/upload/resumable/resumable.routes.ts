import { limits } from '@perenne/contract/fields';
import * as contract from '@perenne/contract/uploads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, mount, type App } from '../../../../platform/http/mount.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { readChecksum } from './checksum.ts';
import { continueUpload, readUpload } from './continue-upload.ts';
import { createUpload } from './create-upload.ts';
import { cancelUpload, endUpload } from './end-upload.ts';
import { IncomingBody } from './incoming-body.ts';
import type { IncomingPart } from './receive-part.ts';
import type { UploadSlots } from '../upload-slots.ts';
import { TusRefusal } from './tus-refusal.ts';
import type { UploadState } from './upload-state.ts';

/** The tus protocol, its headers and its parser of bodies for these calls alone. */
export function mountResumableUploads({ fastify, ...parts }: App, platform: Platform, slots: UploadSlots): void {
  void fastify.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.header('tus-resumable', contract.tusVersion));
    scope.addHook('preParsing', async (request) => requireProtocol(request));
    scope.addContentTypeParser(contract.tusMediaType, (_request, payload, done) => done(null, payload));
    mountCalls({ ...parts, fastify: scope }, platform, slots);
  });
}

function mountCalls(app: App, platform: Platform, slots: UploadSlots): void {
  const parts = { platform, slots };
  mount(app, contract.describeUploads, async ({ reply }) => {
    void reply.headers(abilities);
  });
  mount(app, contract.createUpload, async ({ actor, headers, request, reply }) => {
    const file = { lengthBytes: headers['upload-length'], metadata: headers['upload-metadata'] };
    const part = partOf(request, 0, headers['upload-checksum']);
    const created = await createUpload(platform, actor, file);
    const { uploadId } = created;
    try {
      const isEmpty = request.headers['content-type'] !== contract.tusMediaType || part.bytes === 0;
      sendState(reply, isEmpty ? created : await continueUpload(parts, actor, { uploadId, part }));
    } catch (error) {
      // The client never received its address: nobody could continue it.
      await endUpload(platform, { safeId: actor.safeId, uploadId });
      throw error;
    }
    void reply.header('location', contract.continueUpload.path.replace(':id', uploadId));
  });
  mount(app, contract.readUpload, async ({ actor, params, reply }) => {
    const { state, metadata } = await readUpload(platform, actor, params.id);
    sendState(reply, state);
    void reply.headers({ 'upload-length': state.lengthBytes, 'upload-metadata': metadata });
  });
  mount(app, contract.continueUpload, async ({ actor, params, headers, request, reply }) => {
    const part = partOf(request, headers['upload-offset'], headers['upload-checksum']);
    sendState(reply, await continueUpload(parts, actor, { uploadId: params.id, part }));
  });
  mount(app, contract.cancelUpload, ({ actor, params }) => cancelUpload(platform, actor, params.id));
}

const abilities = {
  'tus-version': contract.tusVersion,
  'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
  'tus-max-size': limits.documentBytes,
  'tus-checksum-algorithm': contract.tusChecksums.join(','),
};

/** @throws {TusRefusal} 412 for another version, 415 for a body of another media type */
function requireProtocol({ method, headers }: FastifyRequest): void {
  if (method === 'OPTIONS') return;
  if (headers['tus-resumable'] !== contract.tusVersion) throw new TusRefusal(412, { field: 'tus-resumable' });
  const isBody = method === 'PATCH' || (method === 'POST' && hasBody(headers));
  if (isBody && headers['content-type'] !== contract.tusMediaType)
    throw new TusRefusal(415, { field: 'content-type', rule: 'mediaType' });
}

function partOf({ headers, raw }: FastifyRequest, offset: number, checksum: string | undefined): IncomingPart {
  const length = headers['content-length'];
  const bytes = hasBody(headers) ? (length === undefined ? null : Number(length)) : 0;
  return { offset, bytes, body: new IncomingBody(raw), checksum: readChecksum(checksum) };
}

function sendState(reply: FastifyReply, { receivedBytes, expiresAt, documentId }: UploadState): void {
  void reply.headers({
    'upload-offset': receivedBytes,
    'upload-expires': expiresAt.toUTCString(),
    ...(documentId !== null && { 'document-id': documentId }),
  });
}
