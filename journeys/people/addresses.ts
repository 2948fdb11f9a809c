import { randomUUID } from 'node:crypto';

// Tests that run at the same time share one inbox and the limits of one server: an address drawn by the clock or by
// chance was some day that of two of them. Each worker of a run has an index of its own.
const worker = Number(process.env.TEST_WORKER_INDEX ?? 0);
let [clients, mobiles] = [0, 0];

/** An e-mail address that no other test uses. */
export const newAddress = (name: string, domain = 'example.org'): string => `${name}.${randomUUID()}@${domain}`;

/** An address of the network that no other test comes from, as a proxy gives it. */
export function newClientAddress(): string {
  const client = clients++;
  return `10.${client % 256}.${worker % 256}.${1 + Math.floor(client / 256)}`;
}

/** A mobile number, of those kept for fiction, that no other test uses: as people type it, and as it is stored. */
export function newMobile(): { typed: string; stored: string } {
  const end = String(1_000 + ((worker * 50 + mobiles++) % 9_000));
  return { typed: `06 39 98 ${end.slice(0, 2)} ${end.slice(2)}`, stored: `+3363998${end}` };
}
