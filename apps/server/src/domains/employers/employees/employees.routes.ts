import { once } from 'node:events';
import { Readable } from 'node:stream';
import * as contract from '@perenne/contract/employers';
import type { EmployeeResult } from '@perenne/contract/employers';
import type { FastifyReply } from 'fastify';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getEmployee, listEmployees, putEmployee } from './employees.ts';
import { importEmployees } from './import-employees.ts';
import { readLines } from './json-lines.ts';

const ndjson = 'application/x-ndjson';
const longestLineBytes = 64_000;

/**
 * How much of an answer waits for its reader. Many clients send a whole request before they read:
 * were the answer to wait for them, both sides would wait for each other. Some 150,000 rows.
 */
const waitingAnswerBytes = 16_000_000;

export function mountEmployees({ fastify, ...parts }: App, platform: Platform): void {
  // A scope of its own: only here does a body of lines come as a stream.
  void fastify.register(async (scope) => {
    scope.addContentTypeParser(ndjson, (_request, payload, done) => done(null, payload));
    const app = { ...parts, fastify: scope };
    mount(app, contract.postEmployees, async ({ actor, request, reply }) => {
      if (request.body instanceof Readable) {
        await sendResults(reply, importEmployees(platform, actor, readLines(request.body, longestLineBytes)));
        return { items: [] };
      }
      const stored = await putEmployee(platform, actor, request.body);
      if (stored.result === 'created') reply.code(201);
      return stored;
    });
    mount(app, contract.listEmployees, ({ actor, query }) => listEmployees(platform, actor, query));
    mount(app, contract.getEmployee, ({ actor, params }) => getEmployee(platform, actor, params.employeeNumber));
  });
}

/** Answers batch by batch while the request still comes. */
async function sendResults(reply: FastifyReply, batches: AsyncIterable<EmployeeResult[]>): Promise<void> {
  const body = Readable.from(asJson(batches), { objectMode: false, highWaterMark: waitingAnswerBytes });
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  void reply.send(body);
  await once(reply.raw, 'close');
}

async function* asJson(batches: AsyncIterable<EmployeeResult[]>): AsyncGenerator<string> {
  yield '{"items":[';
  let isFirst = true;
  for await (const batch of batches) {
    const text = batch.map((result) => JSON.stringify(contract.employeeResult.parse(result))).join(',');
    yield isFirst ? text : `,${text}`;
    isFirst = false;
  }
  yield ']}';
}
