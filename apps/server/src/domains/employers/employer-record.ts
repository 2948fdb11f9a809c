import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';

/** The sealed part of an employer's record, under the installation's key. */
const employerDetails = z.object({ name: z.string(), emailDomains: z.array(z.string()) });
export type EmployerDetails = z.output<typeof employerDetails>;

const placeOf = (employerId: string) => ({ table: 'employers', column: 'sealed', row: employerId });

export const sealEmployer = (secrets: Secrets, employerId: string, details: EmployerDetails): Buffer =>
  sealJson(secrets.values, placeOf(employerId), details);

export const openEmployer = (secrets: Secrets, employerId: string, sealed: Buffer): EmployerDetails =>
  employerDetails.parse(openJson(secrets.values, placeOf(employerId), sealed));

/** Finds the employers of an e-mail domain. */
export const domainTag = (secrets: Secrets, domain: string): Buffer => secrets.tag('employer-domain', domain);
