import { declaredErrors } from '@perenne/contract/declared-errors';
import { endpoints } from '@perenne/contract/endpoints';
import type { Endpoint } from '@perenne/contract/endpoint';
import { errorStatus } from '@perenne/contract/errors';
import { z } from 'zod';
import { docsPage, docsStyle } from './docs-page.ts';
import type { App } from './mount.ts';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document: the same declarations that are mounted and called. */
export function describeInterface(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const e of endpoints) {
    const path = e.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[e.method.toLowerCase()] = describeCall(e);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pérenne', version, description: 'The interface of the personal digital safe.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Errors: errorsSchema },
    },
  };
}

const errorsSchema = {
  type: 'object',
  required: ['status', 'errors'],
  properties: {
    status: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorStatus) },
          field: { type: 'string' },
          params: { type: 'object' },
        },
      },
    },
  },
};

function describeCall(e: Endpoint): Json {
  return {
    operationId: e.id,
    summary: e.summary,
    tags: [e.path.split('/')[4] ?? 'system'],
    ...(e.token !== 'none' && { security: [{ bearer: [] }], description: `Takes a token of the kind \`${e.token}\`.` }),
    parameters: [
      ...parametersOf(e.params, 'path'),
      ...parametersOf(e.query, 'query'),
      ...parametersOf(e.headers, 'header'),
      ...(e.ranges ? rangeHeaders : []),
    ],
    ...bodyOf(e),
    responses: { ...successOf(e), ...(e.ranges && rangeAnswers(e)), ...failuresOf(e) },
  };
}

const rangeHeaders: Json[] = [
  ['Range', 'The part that is wanted, one: `bytes=1000-`. Several are answered whole.'],
  ['If-Range', 'The `ETag` of what one has the beginning of: another content by now is answered whole.'],
  ['If-Match', 'The `ETag` of the only content that is wanted: another one by now is refused.'],
  ['If-None-Match', 'The `ETag` of what one has whole: looked at before the range.'],
].map(([name, description]) => ({ name, in: 'header', required: false, description, schema: { type: 'string' } }));

const rangeAnswers = (e: Endpoint): Json => ({
  206: { ...(successOf(e)[200] as Json), description: 'The part; `Content-Range` says which.' },
  304: { description: 'What one has is the same still.' },
  412: { description: 'The content is not the one that `If-Match` names.' },
  416: { description: 'The part begins behind the end; `Content-Range` says how long the whole is.' },
});

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const described: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  delete described['$schema'];
  return described;
};

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function bodyOf(e: Endpoint): Json {
  if (e.form) {
    const form = schemaOf(e.form, 'input');
    const properties = { ...(form['properties'] as Json), file: { type: 'string', format: 'binary' } };
    const required = [...((form['required'] as string[] | undefined) ?? []), 'file'];
    return {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: { ...form, properties, required } } },
      },
    };
  }
  const schema = e.body ? schemaOf(e.body, 'input') : {};
  const types = e.consumes ?? (e.body ? ['application/json'] : []);
  if (types.length === 0) return {};
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) } };
}

function successOf(e: Endpoint): Json {
  const status = e.status ?? (e.response || e.bytes ? 200 : 204);
  const descriptions = { ...e.answerHeaders, ...(e.setsToken && { 'Set-Authorization': 'A new token, alone.' }) };
  const headers = Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
  const content = e.bytes
    ? { [e.bytes]: { schema: { type: 'string', format: 'binary' } } }
    : e.response && { 'application/json': { schema: schemaOf(e.response, 'output') } };
  return { [status]: { description: 'Success.', headers, ...(content && { content }) } };
}

function failuresOf(e: Endpoint): Json {
  const byStatus = Object.groupBy(declaredErrors(e), (code) => String(errorStatus[code]));
  const described = Object.entries(byStatus).map(([status, list = []]) => [status, list.join(', ')]);
  return Object.fromEntries([
    ...described.map(([status = '', description = '']) => [status, failure(description)]),
    ...Object.entries(e.refusals ?? {}).map(([status, cause]) => [
      status,
      failure([byStatus[status]?.join(', '), cause].filter(Boolean).join('. ')),
    ]),
  ]);
}

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
});

/** The document, and a page to read it without a script. */
export function mountOpenApi({ fastify }: App, version: string): void {
  // Described when it is first asked for: few who start the server read it.
  const document = once(() => describeInterface(version));
  const page = once(() => docsPage(version));
  fastify.get('/backend/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(document()),
  );
  fastify.get('/backend/docs', async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page()),
  );
  fastify.get('/backend/docs.css', async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/css; charset=utf-8').send(docsStyle),
  );
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
