import { createHash } from 'node:crypto';
import { AntivirusUnavailable, type Antivirus } from '../../platform/antivirus/antivirus.ts';
import { startRecovery } from '../../domains/documents/documents.ts';
import * as employers from '../../domains/employers/employers.ts';
import { makeForm, makeOwner, makePdf, type FormPart, type TestOwner } from './makers.ts';
import type { TestApp } from '../test-app.ts';
import { createTestEmployer, type TestEmployer } from './test-employer.ts';

/** Finds malware in what says so, and is away for what says so. */
export const readingAntivirus: Antivirus = {
  enabled: true,
  check: async () => {},
  begin: async () => {
    let seen = '';
    return {
      write: async (chunk) => void (seen += Buffer.from(chunk).toString('latin1')),
      finish: async () => {
        if (seen.includes('AWAY')) throw new AntivirusUnavailable('stopped');
        return seen.includes('MALWARE') ? { verdict: 'infected', signature: 'Test' } : { verdict: 'clean' };
      },
      abort: () => {},
    };
  },
};

export type DepositAnswer = {
  depositId: string;
  delivery: string;
  sha256: string;
  receipt: { depositId: string; sha256: string; depositedAt: string; journalHash: string | null };
  errors?: unknown;
};

export type SentDeposit = {
  metadata?: Record<string, unknown> | string;
  content?: Buffer;
  fileName?: string;
  /** Default: a new one; null sends none. */
  key?: string | null;
  fileFirst?: boolean;
};

export const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
export const october = { employeeNumber: '7', type: 'PAYE', title: 'Bulletin d’octobre', period: '2026-10' };

type Listed = { items: Array<Record<string, unknown> & { id: string }>; total: number };

/** An employer that deposits, and the people that it deposits for. */
export class Depositor {
  readonly test: TestApp;
  readonly employer: TestEmployer;

  constructor(test: TestApp, employer: TestEmployer) {
    this.test = test;
    this.employer = employer;
  }

  static async make(test: TestApp): Promise<Depositor> {
    return new Depositor(test, await createTestEmployer(test));
  }

  async send(parts: FormPart[], key: string | null = crypto.randomUUID()) {
    const { headers, payload } = makeForm(parts);
    const token = await this.test.platform.tokens.issue(
      'employer',
      { sub: this.employer.employerId, sid: this.employer.employerId },
      { browser: null },
    );
    const authorization = `Bearer ${token}`;
    const response = await this.test.app.inject({
      method: 'POST',
      url: '/backend/api/v1/employer/deposits',
      headers: { ...headers, authorization, ...(key !== null && { 'idempotency-key': key }) },
      payload,
    });
    return { status: response.statusCode, body: response.json<DepositAnswer>() };
  }

  deposit({ key, metadata = october, ...sent }: SentDeposit = {}) {
    const { content = makePdf('october'), fileName = 'bulletin.pdf', fileFirst = false } = sent;
    const text = { name: 'metadata', value: typeof metadata === 'string' ? metadata : JSON.stringify(metadata) };
    const file = { name: 'file', fileName, content };
    return this.send(fileFirst ? [file, text] : [text, file], key);
  }

  /** By default employee 7, and what that person may do. */
  async addEmployee(employeeNumber = '7') {
    const { platform } = this.test;
    const row = { employeeNumber, firstName: 'Inès', lastName: 'Caron', birthDate: '1991-07-30' };
    const { body } = await this.employer.call('POST', 'employees', row);
    const said = { lastName: 'Caron', birthDate: '1991-07-30', code: String(body['activationCode']) };
    const key = await employers.findByActivationCode(platform.db, platform, { ...said, now: platform.clock.now() });
    if (!key) throw new Error('the employee was not created');
    return {
      activate: (owner: TestOwner) =>
        platform.db.transaction().execute(async (tx) => {
          const known = await employers.readEmployee(tx, platform, key);
          await employers.markActivated(tx, platform, { ...key, safeId: owner.safeId });
          const recovery = { safeId: owner.safeId, fromSafeId: known?.waitingSafeId ?? '' };
          if (known?.waitingSafeId) await startRecovery(tx, platform, recovery);
        }),
      refuse: () =>
        platform.db
          .updateTable('employees')
          .set({ state: 'refused', code_tag: null, code_expires_at: null })
          .where('employee_id', '=', key.employeeId)
          .execute(),
      waitingSafeId: async () => (await employers.readEmployee(platform.db, platform, key))?.waitingSafeId ?? null,
    };
  }

  /** An employee whose safe is open. */
  async addOwner(wanted: { locale?: 'fr' | 'en' } = {}): Promise<TestOwner> {
    const employee = await this.addEmployee();
    const owner = await makeOwner(this.test, wanted);
    await employee.activate(owner);
    return owner;
  }

  /** Whether this employer's documents reach that safe, or go on paper. */
  setElectronic({ safeId }: TestOwner, isElectronic: boolean) {
    const { db, clock } = this.test.platform;
    return db
      .updateTable('employees')
      .set({ accepted_since: isElectronic ? clock.now() : null })
      .where('employer_id', '=', this.employer.employerId)
      .where('safe_id', '=', safeId)
      .execute();
  }

  async #get(owner: TestOwner, path: string): Promise<Listed> {
    return (await this.test.app.inject({ url: `/backend/api/v1/${path}`, headers: owner.headers })).json<Listed>();
  }

  documentsOf(owner: TestOwner): Promise<Listed> {
    return this.#get(owner, 'documents');
  }

  async journalOf(owner: TestOwner) {
    return (await this.#get(owner, 'user/journal')).items;
  }

  async objects(): Promise<string[]> {
    const ids = [];
    for await (const id of this.test.platform.objects.list()) ids.push(id);
    return ids.sort();
  }
}
