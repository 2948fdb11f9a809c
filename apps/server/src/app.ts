import type { FastifyInstance } from 'fastify';
import { allDocumentsJobs, documentsJobs, mountDocuments } from './domains/documents/documents.ts';
import { authenticateEmployer, mountEmployers } from './domains/employers/employers.ts';
import { authenticateOwner } from './domains/identity/identity.ts';
import type { Authenticators } from './platform/http/actors.ts';
import { openHttp, type HttpSettings } from './platform/http/server.ts';
import { mountSystem, type Readiness } from './platform/http/system.ts';
import { handles, type Job, type JobHandler } from './platform/jobs/jobs.ts';
import { deliverMail, sendMailJob } from './platform/mail/outbox.ts';
import type { Platform } from './platform/platform.ts';
import { deliverSms, sendSmsJob } from './platform/sms/outbox.ts';

export type AppSettings = Omit<HttpSettings, 'log'> & { readiness: Readiness };

/** Every call of the product. A domain adds its mount, its authenticator and its jobs here. */
export async function buildApp(platform: Platform, settings: AppSettings): Promise<FastifyInstance> {
  const fastify = await openHttp({ ...settings, log: platform.log });
  const authenticators: Authenticators = {
    auth: authenticateOwner(platform), employer: authenticateEmployer(platform) };
  const app = { fastify, authenticators };
  mountSystem(app, platform, settings.readiness);
  mountDocuments(app, platform);
  mountEmployers(app, platform);
  return fastify;
}

/** What the workers do. */
export const jobHandlers = (platform: Platform): JobHandler[] => [
  handles(sendMailJob, (data) => deliverMail(platform, data)),
  handles(sendSmsJob, (data) => deliverSms(platform, data)),
  ...documentsJobs(platform),
];

/** The queues that the owner of the database makes at each start. */
export const allJobs: ReadonlyArray<Job<never>> = [sendMailJob, sendSmsJob, ...allDocumentsJobs];
