import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { isBroken, isHostTyped, mayBegin, neverSeen, statusOf, verdictOf } from './agents/agents.rules.ts';
import { afterRun, nextDue, type EndingCode } from './collectors.rules.ts';
import { readOurAgents } from '../../platform/collecting/open-collecting.ts';
import { accountKey, checkCredentials, documentsKey, namedHosts } from './credentials.rules.ts';
import { titleOf } from './runs/titles.rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const collectorId = '018f0000-0000-7000-8000-0000000000f0';
const fresh = { failures: 0, faults: 0 };
const end = (code: EndingCode | null, { newDocuments = 0, before = fresh, random = 0.5, hostTyped = false } = {}) =>
  afterRun(before, { code, newDocuments }, { now, collectorId, random, hostTyped });
const minutes = (instant: Date | null) => ((instant?.getTime() ?? 0) - now.getTime()) / 60_000;

describe('the end of a run', () => {
  it.each([
    [null, 3, 'ENABLED', null],
    [null, 0, 'ENABLED', 'NO_NEW_DOCUMENT'],
    ['CREDENTIALS_INVALID', 0, 'BLOCKED', 'CREDENTIALS_INVALID'],
    ['PASSWORD_EXPIRED', 0, 'BLOCKED', 'PASSWORD_EXPIRED'],
    ['ACCOUNT_BLOCKED', 0, 'BLOCKED', 'ACCOUNT_BLOCKED'],
    ['CODE_NOT_GIVEN', 0, 'BLOCKED', 'MFA_EXPIRED'],
    ['CODE_EXPIRED', 0, 'BLOCKED', 'MFA_EXPIRED'],
    ['CODE_REFUSED', 0, 'BLOCKED', 'SYNCHRONISATION_FAILED'],
    ['HOST_REFUSED', 0, 'BLOCKED', 'SYNCHRONISATION_FAILED'],
    ['PARTNER_UNAVAILABLE', 0, 'ENABLED', 'AGENT_UNAVAILABLE'],
    ['PARTNER_CHANGED', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['CRASH', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['INTERRUPTED', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['NO_ROOM', 2, 'ENABLED', 'TECHNICAL_ERROR'],
    ['PART_AWAY', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['TIME', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['TIME', 40, 'ENABLED', null],
    ['VOLUME', 0, 'ENABLED', 'TECHNICAL_ERROR'],
    ['VOLUME', 12, 'ENABLED', null],
    ['ENOUGH', 1_000, 'ENABLED', null],
  ] as const)('by %s with %d documents is %s, %s', (code, newDocuments, status, alert) => {
    const after = end(code, { newDocuments });
    expect([after.status, after.alert]).toEqual([status, alert]);
    expect(after.nextAt === null).toBe(status === 'BLOCKED');
    expect(after.retryAt !== null).toBe(alert === 'TECHNICAL_ERROR' || alert === 'AGENT_UNAVAILABLE');
  });

  it('is tried again after 15 minutes × 2ⁿ, a tenth more or less, and at most a day', () => {
    const waits = Array.from({ length: 10 }, (_, failures) => {
      const before = { failures, faults: 0 };
      return minutes(end('PARTNER_UNAVAILABLE', { before }).retryAt);
    });
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440, 1_440]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const wait = minutes(end('PARTNER_UNAVAILABLE', { before: { failures, faults: 0 }, random }).retryAt);
        expect(wait).toBeGreaterThanOrEqual(13.5);
        expect(wait).toBeLessThanOrEqual(1_440);
      }),
    );
  });

  it('blocks at the fifth fault in a row, and counts anew after a run that brought something', () => {
    let before = { failures: 0, faults: 0 };
    const alerts = Array.from({ length: 5 }, () => {
      const after = end('CRASH', { before });
      before = after;
      return after.alert;
    });
    expect(alerts).toEqual([...Array.from({ length: 4 }, () => 'TECHNICAL_ERROR'), 'SYNCHRONISATION_FAILED']);
    const four = { failures: 4, faults: 4 };
    expect(end('CRASH', { before: four, newDocuments: 1 })).toMatchObject({
      status: 'ENABLED',
      faults: 1,
      failures: 1,
    });
    expect(end('NO_ROOM', { before: four })).toMatchObject({ status: 'ENABLED', faults: 4 });
    expect(end('PART_AWAY', { before: four })).toMatchObject({ status: 'ENABLED', faults: 4, failures: 5 });
    expect(end('PARTNER_UNAVAILABLE', { before: four })).toMatchObject({ status: 'ENABLED', faults: 0, failures: 5 });
  });

  it('goes on after a quarter of an hour where it brought as much as it may, and has synchronised', () => {
    const after = end('ENOUGH', { newDocuments: 1_000 });
    expect([minutes(after.nextAt), after.isSynchronised]).toEqual([15, true]);
  });

  it('is a synchronisation unless it failed', () => {
    expect([end(null), end('ENOUGH'), end('CRASH', { newDocuments: 1 })].map((after) => after.isSynchronised)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has a cause that its owner can mend: the host, where the owner named it', () => {
    expect(end('HOST_REFUSED', { hostTyped: true }).cause).toBe('HOST_REFUSED');
    expect(end('HOST_REFUSED', { hostTyped: false }).cause).toBeNull();
  });
});

describe('the hour of a collector', () => {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });

  it('is its own between 2 and 6 in Paris, each day once, whatever the season', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.uuid({ version: 7 }),
        (at, id) => {
          const due = nextDue({ now: at, collectorId: id });
          const wait = due.getTime() - at.getTime();
          expect(wait).toBeGreaterThanOrEqual(3_600_000);
          expect(wait).toBeLessThanOrEqual(27 * 3_600_000);
          // The hour that spring skips has no other name than the next one's.
          expect(shown.format(due) >= '02:00' && shown.format(due) < '06:00').toBe(true);
        },
      ),
    );
  });

  it('spreads collectors over the night', () => {
    const clock = { now: () => now };
    const hours = new Set(
      Array.from({ length: 500 }, () =>
        nextDue({ now, collectorId: newId(clock) })
          .toISOString()
          .slice(11, 16),
      ),
    );
    expect(hours.size).toBeGreaterThan(120);
  });
});

describe('an agent', () => {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(now.getTime() - hours * hour);

  it.each([
    ['never seen', neverSeen, null, 'RUNNING'],
    ['with collectors that ran', { ...neverSeen, lastRunAt: at(47) }, at(400), 'RUNNING'],
    ['with collectors that have not run', { ...neverSeen, lastRunAt: at(48) }, at(400), 'UNKNOWN'],
    ['with a new collector', { ...neverSeen, lastRunAt: at(400) }, at(1), 'RUNNING'],
    ['that fails for everybody', { ...neverSeen, brokenSince: at(1) }, at(400), 'UNAVAILABLE'],
    ['of which the operator says so', { ...neverSeen, word: 'ZOMBIE', brokenSince: at(1) } as const, null, 'ZOMBIE'],
  ])('%s is known for it', (_what, state, oldestAt, status) => {
    expect(statusOf(state, { oldestAt, canTry: oldestAt !== null }, now).status).toBe(status);
  });

  it('that failed is unknown again where no collector is left to try it, and may be tried then', () => {
    const state = { ...neverSeen, brokenSince: at(1) };
    expect(statusOf(state, { oldestAt: at(400), canTry: false }, now).status).toBe('UNKNOWN');
    expect([mayBegin(state, { canTry: false }), mayBegin(state, { canTry: true })]).toEqual([true, false]);
    expect(mayBegin({ ...state, word: 'UNAVAILABLE' }, { canTry: false })).toBe(false);
  });

  it('is judged by causes that are the partner’s alone', () => {
    const verdict = (code: EndingCode | null, newDocuments = 0) =>
      verdictOf({ code, newDocuments }, { hostTyped: false });
    expect(['PARTNER_UNAVAILABLE', 'PARTNER_CHANGED', 'TIME'].map((code) => verdict(code as EndingCode))).toEqual(
      Array.from({ length: 3 }, () => 'failed'),
    );
    expect([verdict(null), verdict('CREDENTIALS_INVALID'), verdict('PARTNER_UNAVAILABLE', 1)]).toEqual(
      Array.from({ length: 3 }, () => 'passed'),
    );
    const ours = ['CRASH', 'INTERRUPTED', 'HOST_REFUSED', 'STOPPED', 'PART_AWAY'] as const;
    expect(ours.map((code) => verdict(code))).toEqual(ours.map(() => 'silent'));
  });

  it('is not judged by the host that an owner typed', () => {
    const verdict = (code: EndingCode) => verdictOf({ code, newDocuments: 0 }, { hostTyped: true });
    expect(
      ['PARTNER_UNAVAILABLE', 'PARTNER_CHANGED', 'TIME', 'VOLUME'].map((code) => verdict(code as EndingCode)),
    ).toEqual(Array.from({ length: 4 }, () => 'passed'));
    expect([verdict('CRASH'), verdict('HOST_REFUSED')]).toEqual(['silent', 'silent']);
    const typed = { host: { fromField: 'host' }, port: 22, security: 'plain' } as const;
    const fixed = { host: 'www.partner.example', port: 443, security: 'tls' } as const;
    expect([isHostTyped({ reaches: [fixed, typed] }), isHostTyped({ reaches: [fixed] })]).toEqual([true, false]);
  });

  it('is broken by five collectors, of more than one safe where there are several', () => {
    const failed = (...safes: string[]) => safes.map((safeId) => ({ safeId }));
    expect(isBroken(failed('a', 'a', 'a', 'a', 'b'), 7)).toBe(true);
    expect(isBroken(failed('a', 'a', 'a', 'b'), 7)).toBe(false);
    expect(isBroken(failed('a', 'a', 'a', 'a', 'a'), 2)).toBe(false);
    expect(isBroken(failed('a', 'a', 'a', 'a', 'a'), 1)).toBe(true);
  });
});

describe('credentials', () => {
  const text = { fr: 'x', en: 'x' };
  const field = (name: string, type: string, more: object = {}) =>
    ({ name, type, label: text, required: true, secret: false, tellsAccount: true, ...more }) as Parameters<
      typeof checkCredentials
    >[0]['fields'][0];
  const shape = {
    fields: [
      ...[
        field('host', 'text'),
        field('port', 'number', { required: false }),
        field('since', 'date', { required: false }),
      ],
      field('kind', 'choice', { required: false, options: [{ value: 'a', label: text }] }),
      ...[field('site', 'url', { required: false }), field('password', 'password', { secret: true })],
    ],
    reaches: [{ host: { fromField: 'host' }, port: { fromField: 'port', default: 22 }, security: 'plain' as const }],
  };
  const rulesOf = (given: Record<string, string | number>) => {
    const checked = checkCredentials(shape, { host: 'h', password: 'p', ...given });
    return 'broken' in checked ? checked.broken.map(({ field, rule }) => `${field} ${rule}`) : [];
  };

  it('are judged by the type of each field', () => {
    expect(rulesOf({ port: '22' })).toEqual(['credentials.port type']);
    expect(rulesOf({ since: '2026-02-31x' })).toEqual(['credentials.since date']);
    expect(rulesOf({ kind: 'b' })).toEqual(['credentials.kind value']);
    expect(rulesOf({ site: 'javascript:alert(1)' })).toEqual(['credentials.site format']);
    expect(rulesOf({ host: 'a\nb' })).toEqual(['credentials.host characters']);
    expect(rulesOf({ port: 22, since: '2026-02-28', kind: 'a', site: 'https://x.example' })).toEqual([]);
  });

  it('keep a password to the letter, and tell accounts apart by all else', () => {
    const checked = checkCredentials(shape, { host: ' nas.example ', password: ' p ' });
    expect(checked).toEqual({ kept: { host: 'nas.example', password: ' p ' } });
    const key = (given: Record<string, string | number>) => accountKey(shape, given);
    expect(key({ host: 'a', password: '1' })).toBe(key({ host: 'a', password: '2' }));
    expect(key({ host: 'a', port: 22 })).not.toBe(key({ host: 'a' }));
  });

  it('keep the identities of documents where other things of an account are wanted', () => {
    const mails = { ...shape, fields: [...shape.fields, field('senders', 'text', { tellsAccount: false })] };
    const [one, other] = [
      { host: 'a', senders: 'x.example' },
      { host: 'a', senders: 'y.example' },
    ];
    expect(accountKey(mails, one)).not.toBe(accountKey(mails, other));
    expect(documentsKey(mails, one)).toBe(documentsKey(mails, other));
    expect(documentsKey(shape, one)).not.toBe(documentsKey(shape, { host: 'b' }));
  });

  it('keep the identities of documents where a server is written otherwise, and stay another account', () => {
    const key = (given: Record<string, string | number>) => documentsKey(shape, given);
    const same = [{ host: 'nas.example' }, { host: 'NAS.example.' }, { host: 'nas.example', port: 22 }];
    expect(new Set(same.map(key)).size).toBe(1);
    expect(new Set(same.map((given) => accountKey(shape, given))).size).toBe(3);
    expect(key({ host: 'nas.example', port: 2222 })).not.toBe(key({ host: 'nas.example' }));
    const site = {
      ...shape,
      reaches: [{ ...shape.reaches[0], host: { fromField: 'site' }, port: { fromField: 'site', default: 443 } }],
    };
    const siteKey = (url: string) => documentsKey(site as typeof shape, { site: url });
    expect(siteKey('https://NAS.example:443/dav/')).toBe(siteKey('https://nas.example/dav'));
    expect(siteKey('https://nas.example/other')).not.toBe(siteKey('https://nas.example/dav'));
    expect(siteKey('https://nas.example:8443/dav')).not.toBe(siteKey('https://nas.example/dav'));
  });

  it('of a folder keep the identities of documents where another folder is wanted', async () => {
    const agents = (await readOurAgents()).filter(({ category }) => category === 'STORAGE');
    expect(agents.map(({ id }) => id)).toEqual(['sftp', 'webdav']);
    for (const agent of agents) {
      const given = { host: 'nas.example', url: 'https://nas.example', login: 'camille' };
      expect(documentsKey(agent, { ...given, folder: 'Factures' })).toBe(documentsKey(agent, given));
      expect(accountKey(agent, { ...given, folder: 'Factures' })).not.toBe(accountKey(agent, given));
    }
  });

  it('name hosts with the port that goes with each', () => {
    const named = { field: 'host', portField: 'port', host: 'nas.example', port: 22 };
    expect(namedHosts(shape, { host: 'NAS.example.' })).toEqual([named]);
    expect(namedHosts(shape, { host: 'nas.example', port: 2222 })[0]?.port).toBe(2222);
  });
});

it('a title is one line that shows something, whatever a partner calls it', () => {
  expect(titleOf(' a\r\n\u202eb\u0000 c ', 'x.pdf')).toBe('a b c');
  expect(titleOf('\u200f \u0007', 'x.pdf')).toBe('x.pdf');
  for (const blank of ['\u3164\u2800', `${'\u3164'.repeat(300)}a`]) expect(titleOf(blank, 'x.pdf')).toBe('x.pdf');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (title) => {
      const line = titleOf(title, 'x.pdf');
      expect([line.length > 0 && line.length <= 200, /[\p{Cc}\p{Cs}\u2028\u202e]/u.test(line)]).toEqual([true, false]);
    }),
  );
});
