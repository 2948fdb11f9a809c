import type { FastifyInstance } from 'fastify';
import {
  activationJobs,
  allActivationJobs,
  authenticateFederatedNewcomer,
  authenticateNewcomer,
  forbiddenAddress,
  mountActivation,
} from './domains/activation/activation.ts';
import { allClosingJobs, closingJobs } from './domains/closing/closing.ts';
import {
  allCollectorsJobs,
  collectorsJobs,
  measureCollectors,
  mountCollectors,
} from './domains/collectors/collectors.ts';
import { allDocumentsJobs, documentsJobs, measureDamage, mountDocuments } from './domains/documents/documents.ts';
import {
  allEmployersJobs,
  authenticateEmployer,
  employersJobs,
  findAnnounced,
  mountEmployers,
} from './domains/employers/employers.ts';
import { allEvidenceJobs, evidenceJobs, mountEvidence } from './domains/evidence/evidence.ts';
import { allExportsJobs, exportsJobs, mountExports } from './domains/exports/exports.ts';
import {
  allIdentityJobs,
  authenticateInvalidUser,
  authenticateOwner,
  identityJobs,
  mountFederation,
  mountIdentity,
  sendInTurn,
} from './domains/identity/identity.ts';
import { mountLinks } from './domains/links/links.ts';
import { mountMerge } from './domains/merge/merge.ts';
import {
  allSharingJobs,
  authenticateLink,
  authenticateSender,
  authenticateVisitor,
  mountSharing,
  sharingJobs,
} from './domains/sharing/sharing.ts';
import type { Authenticators } from './platform/http/actors.ts';
import { alone, type Beside } from './platform/http/beside.ts';
import { addChatbotPage } from './platform/http/chatbot/chatbot-page.ts';
import { mountMetrics } from './platform/http/metrics.ts';
import { addPages } from './platform/http/pages.ts';
import { openHttp, type HttpSettings } from './platform/http/server.ts';
import { mountSystem, type Readiness } from './platform/http/system.ts';
import { handles, type Job, type JobHandler } from './platform/jobs/jobs.ts';
import { deliverMail, sendMailJob } from './platform/mail/outbox.ts';
import type { Platform } from './platform/platform.ts';
import { deliverSms, sendSmsJob } from './platform/sms/outbox.ts';

export type AppSettings = Omit<HttpSettings, 'log' | 'publicUrl' | 'partners' | 'countRequest'> & {
  readiness: Readiness;
  beside?: Beside;
};

/** Every call of the product. A domain adds its mount, its authenticator and its jobs here. */
export async function buildApp(platform: Platform, settings: AppSettings): Promise<FastifyInstance> {
  const { publicUrl, partners } = platform.settings;
  const { readiness, beside = alone(), ...http } = settings;
  const { countRequest } = beside;
  const fastify = await openHttp({ ...http, log: platform.log, publicUrl, partners, countRequest });
  fastify.addHook('onRequest', async () => platform.pauses.note());
  fastify.addHook('onResponse', async () => platform.pauses.note());
  const authenticators: Authenticators = {
    auth: authenticateOwner(platform),
    invalid: authenticateInvalidUser(platform),
    activation: authenticateNewcomer(platform),
    notActivated: authenticateFederatedNewcomer(platform),
    employer: authenticateEmployer(platform),
    code: authenticateLink(platform),
    request: authenticateSender(platform),
    sharing: authenticateVisitor(platform),
  };
  const app = { fastify, authenticators, hasSafe: (safeId: string) => platform.vault.has(safeId) };
  mountMetrics(app, platform, { beside, measures: [measureCollectors, measureDamage] });
  mountSystem(app, platform, readiness);
  mountIdentity(app, platform, forbiddenAddress(platform));
  mountFederation(app, platform, {
    isForbidden: forbiddenAddress(platform),
    findAnnounced: (person) => findAnnounced(platform.db, platform, person),
  });
  mountActivation(app, platform);
  mountDocuments(app, platform);
  mountEmployers(app, platform);
  mountSharing(app, platform);
  mountLinks(app, platform);
  mountMerge(app, platform);
  mountEvidence(app, platform);
  mountExports(app, platform);
  mountCollectors(app, platform);
  await addChatbotPage(fastify, partners.chatbotUrl);
  await addPages(fastify);
  return fastify;
}

/** The work of the workers. */
export const jobHandlers = (platform: Platform): JobHandler[] => [
  ...messageJobs(platform),
  ...identityJobs(platform),
  ...activationJobs(platform),
  ...documentsJobs(platform),
  ...employersJobs(platform),
  ...sharingJobs(platform),
  ...closingJobs(platform),
  ...exportsJobs(platform),
  ...evidenceJobs(platform),
  ...collectorsJobs(platform),
];

function messageJobs(platform: Platform): JobHandler[] {
  const inTurn = sendInTurn(platform);
  return [
    handles(sendMailJob, (data) => deliverMail(platform, data, inTurn)),
    handles(sendSmsJob, (data) => deliverSms(platform, data, inTurn)),
  ];
}

/** The queues that the owner of the database makes at each start. */
export const allJobs: ReadonlyArray<Job<never>> = [
  sendMailJob,
  sendSmsJob,
  ...allIdentityJobs,
  ...allActivationJobs,
  ...allDocumentsJobs,
  ...allEmployersJobs,
  ...allSharingJobs,
  ...allClosingJobs,
  ...allExportsJobs,
  ...allEvidenceJobs,
  ...allCollectorsJobs,
];
