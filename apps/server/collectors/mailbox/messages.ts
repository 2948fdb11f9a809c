import type { Fetched } from '@perenne/collecting/imap/imap';
import { decodeWords, listParts, type Part } from '@perenne/collecting/imap/parts';
import { listOf, textOf } from '@perenne/collecting/imap/responses';

/** The items that `FETCH` requests of a message. */
export const messageItems = 'INTERNALDATE ENVELOPE BODYSTRUCTURE';

export type Message = {
  uid: number;
  /** By its sender's own name for it; null where it has none. */
  messageId: string | null;
  subject: string;
  from: readonly string[];
  /** `YYYY-MM-DD` */
  date: string | null;
  parts: readonly Part[];
};

export function readMessage(fetched: Fetched): Message {
  // Date, subject, from, sender, reply-to, to, cc, bcc, in-reply-to, message-id (RFC 3501, 7.4.2).
  const [sent, subject, from, , , , , , , messageId] = listOf(fetched.get('ENVELOPE'));
  return {
    uid: Number(fetched.get('UID')),
    messageId: textOf(messageId).trim() || null,
    subject: decodeWords(textOf(subject)).trim(),
    from: listOf(from).map((address) => `${textOf(listOf(address)[2])}@${textOf(listOf(address)[3])}`),
    date: dateOf(textOf(sent), textOf(fetched.get('INTERNALDATE'))),
    parts: listParts(fetched.get('BODYSTRUCTURE')),
  };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayMs = 86_400_000;
const before = Date.UTC(1990, 0);

/** The day that its sender wrote; a clock that was wrong gives way to the day of its arrival. */
function dateOf(sent: string, arrived: string): string | null {
  const arrival = dayOf(arrived);
  const own = dayOf(sent);
  const isBelievable = own !== null && own >= before && (arrival === null || own <= arrival + 2 * dayMs);
  const day = isBelievable ? own : arrival;
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
}

/** Reads a date as mails or servers write it: `1 Jan 2026`, `01-Jan-2026`. */
function dayOf(text: string): number | null {
  const [, day = '', name = '', year = ''] = /(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{4})/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase());
  const time = month < 0 ? Number.NaN : Date.UTC(Number(year), month, Number(day));
  return Number.isNaN(time) ? null : time;
}

/** For a search by arrival, which counts in the server's zone: the day before. */
export function searchSince(since: string): string {
  const day = new Date(Date.parse(since) - dayMs);
  const month = months[day.getUTCMonth()] ?? '';
  return `SINCE ${day.getUTCDate()}-${month[0]?.toUpperCase()}${month.slice(1)}-${day.getUTCFullYear()}`;
}
