import { once } from 'node:events';
import type { Authority, Life, Pair } from '../../../demo/timestamps/authority.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Log } from '../../platform/log.ts';
import { connectTimestamps } from '../../platform/timestamps/rfc3161.ts';
import { TimestampUnavailable, type Timestamps } from '../../platform/timestamps/timestamps.ts';

/** How the authority answers: as it should, or with one of the faults of authorities. */
export type Behaviour =
  | 'well'
  | 'down'
  | 'slow'
  | 'wrong digest'
  | 'expired certificate'
  | 'last year'
  | 'unknown root';

export type FakeTimestamps = Timestamps & {
  behave(how: Behaviour): void;
  /** How often it was asked. */
  requests: { count: number };
  /** From now on an authority of its own life answers; what those before it stamped is believed as before. */
  appoint(life: Life): Promise<void>;
};

type Options = { clock: Clock; log: Log; deadlineMs?: number };

/**
 * An authority in this process, whose tokens are genuine and are checked as those of any other; no connection, no port.
 * It follows the clock wherever a test moves it.
 */
export function fakeTimestamps({ clock, log, deadlineMs = 300 }: Options): FakeTimestamps {
  let behaviour: Behaviour = 'well';
  const requests = { count: 0 };
  const appointed: Authority[] = [];
  const roots = async () => [(await sharedRoot()).certificate, ...appointed.map(({ root }) => root)];
  const appoint = async (life: Life) => {
    const { makeAuthority, makeRoot } = await import('../../../demo/timestamps/authority.ts');
    appointed.push(makeAuthority(makeRoot(life), life));
  };
  const send = async (_url: string, request: Buffer, signal: AbortSignal): Promise<Buffer> => {
    requests.count += 1;
    if (behaviour === 'down') throw new TimestampUnavailable('it is down');
    if (behaviour === 'slow') {
      await once(signal, 'abort');
      throw signal.reason;
    }
    return answer(behaviour, request, { now: clock.now(), authority: appointed.at(-1) });
  };
  const authority = connectTimestamps({ urls: ['http://tsa.example/'], roots }, { clock, log, deadlineMs, send });
  return {
    enabled: true,
    stamp: (imprint) => authority.stamp(imprint),
    verify: (token, imprint) => authority.verify(token, imprint),
    check: () => authority.check(),
    behave: (how) => (behaviour = how),
    ...{ requests, roots, appoint },
  };
}

type Current = { now: Date; authority: Authority | undefined };

async function answer(behaviour: Behaviour, request: Buffer, { now, authority: appointed }: Current): Promise<Buffer> {
  const { answerRequest } = await import('../../../demo/timestamps/answer.ts');
  const authority = (behaviour === 'well' && appointed) || (await authorityFor(behaviour, now));
  const asked = behaviour === 'wrong digest' ? await withOtherDigest(request) : request;
  return answerRequest(authority, asked, behaviour === 'last year' ? yearBefore(now) : now);
}

async function authorityFor(behaviour: Behaviour, now: Date): Promise<Authority> {
  const { makeAuthority, makeRoot } = await import('../../../demo/timestamps/authority.ts');
  if (behaviour === 'unknown root') return makeAuthority(makeRoot(life), life);
  if (behaviour !== 'expired certificate') return sharedAuthority();
  return makeAuthority(await sharedRoot(), { from: yearBefore(now), to: new Date(now.getTime() - dayMs) });
}

async function withOtherDigest(request: Buffer): Promise<Buffer> {
  const { TimeStampReq } = await import('pkijs');
  const asked = TimeStampReq.fromBER(new Uint8Array(request));
  asked.messageImprint.hashedMessage.valueBlock.valueHexView.fill(7);
  return Buffer.from(asked.toSchema().toBER());
}

const dayMs = 86_400_000;
const life = { from: new Date('2000-01-01T00:00:00Z'), to: new Date('2120-01-01T00:00:00Z') };

/** One of each for all tests of a process. */
let root: Promise<Pair> | undefined;
const sharedRoot = (): Promise<Pair> =>
  (root ??= import('../../../demo/timestamps/authority.ts').then((maker) => maker.makeRoot(life)));

let authority: Promise<Authority> | undefined;
const sharedAuthority = (): Promise<Authority> => (authority ??= makeShared());

async function makeShared(): Promise<Authority> {
  const { makeAuthority } = await import('../../../demo/timestamps/authority.ts');
  return makeAuthority(await sharedRoot(), life);
}

function yearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}
