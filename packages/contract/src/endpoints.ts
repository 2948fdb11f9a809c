import * as activation from './activation.ts';
import * as arranging from './arranging.ts';
import * as collectors from './collectors.ts';
import * as contentReading from './content-reading.ts';
import * as documentRequests from './document-requests.ts';
import * as documents from './documents.ts';
import * as duplicates from './duplicates.ts';
import * as emailChange from './email-change.ts';
import * as employers from './employers.ts';
import type { Endpoint } from './endpoint.ts';
import * as evidence from './evidence.ts';
import * as exports_ from './exports.ts';
import * as federation from './federation.ts';
import * as identityPapers from './identity-papers.ts';
import * as identity from './identity.ts';
import * as journal from './journal.ts';
import * as merge from './merge.ts';
import * as passwords from './passwords.ts';
import * as payslips from './payslips.ts';
import * as places from './places.ts';
import * as previews from './previews.ts';
import * as proofs from './proofs.ts';
import * as publicSharings from './public-sharings.ts';
import * as secondFactor from './second-factor.ts';
import * as senders from './senders.ts';
import * as links from './links.ts';
import * as shares from './shares.ts';
import * as system from './system.ts';
import * as trash from './trash.ts';
import * as uploads from './uploads.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every call of the interface, for the OpenAPI document and the tests of the walls. */
export const endpoints: readonly Endpoint[] = [
  ...[system, identity, journal, passwords, emailChange, secondFactor, federation],
  ...[activation, documents, contentReading, previews, places, arranging, trash, duplicates, uploads, employers],
  ...[payslips, identityPapers, proofs, shares, publicSharings, documentRequests, senders, links, merge],
  ...[evidence, exports_, collectors],
].flatMap((domain) => Object.values(domain).filter(isEndpoint));
