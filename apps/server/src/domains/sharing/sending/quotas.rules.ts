const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** New addresses that a safe writes to in 24 hours: fewer in its first week, when nobody knows yet who has it. */
export const newAddresses = { firstWeek: 20, later: 50 } as const;

/** SMS in 24 hours: to a number, whoever the senders are, and for a safe. */
export const smsLimits = { number: 5, safe: 30 } as const;

/** Invitations to a mailbox in 24 hours: of one safe, and of all together, so that no sender alone keeps others out. */
export const invitationLimits = { safe: 30, all: 100 } as const;

/** A message counts for a day. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);
const dayAfter = (at: Date): Date => new Date(at.getTime() + dayMs);

type Writing = {
  /** How many new addresses are to be written to. */
  added: number;
  /** When the new addresses of the last 24 hours were first written to, the oldest first. */
  recent: readonly Date[];
  openedAt: Date;
};

type Refused = { max: number; left: number; nextAt: Date };

/** Null where all of the new addresses may be written to; otherwise the limit, its rest, and when they all may be. */
export function judgeNewAddresses({ added, recent, openedAt }: Writing, now: Date): Refused | null {
  const weekEndsAt = new Date(openedAt.getTime() + weekMs);
  const isFirstWeek = now < weekEndsAt;
  const max = isFirstWeek ? newAddresses.firstWeek : newAddresses.later;
  if (recent.length + added <= max) return null;
  const freedAt = instantOfRoom(recent, { added, max });
  if (!isFirstWeek || freedAt <= weekEndsAt) return { max, left: roomOf(recent, max), nextAt: freedAt };
  const freedLater = instantOfRoom(recent, { added, max: newAddresses.later });
  return { max, left: roomOf(recent, max), nextAt: freedLater > weekEndsAt ? freedLater : weekEndsAt };
}

const roomOf = (recent: readonly Date[], max: number): number => Math.max(0, max - recent.length);

/** When so many of those written to are a day old that the new ones have room: at once where they have it already. */
function instantOfRoom(recent: readonly Date[], { added, max }: { added: number; max: number }): Date {
  const oldest = recent[recent.length + added - max - 1];
  return oldest ? dayAfter(oldest) : new Date(0);
}

/** When one of the messages that fill a limit is a day old. */
export function nextSmsAt(sentAt: readonly Date[], max: number, now: Date): Date {
  const recent = sentAt.filter((at) => at > dayBefore(now));
  const oldest = recent.at(-max);
  return oldest ? dayAfter(oldest) : now;
}
