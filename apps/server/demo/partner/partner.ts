import { createServer } from 'node:http';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { StandIn } from '../../src/platform/collecting/reach.ts';
import { readFonts } from '../../src/platform/fonts.ts';
import type { Log } from '../../src/platform/log.ts';
import { portOf } from '../inbox/smtp-receiver.ts';
import { close, listen } from '../listening.ts';
import { partnerAccounts, type PartnerAccount } from './accounts.ts';
import { openInvoiceFiles } from './invoices.ts';
import { readVisits, writeVisits } from './kept-visits.ts';
import { openSite } from './site.ts';

export type StandInPartner = {
  url: string;
  accounts: readonly PartnerAccount[];
  /** In the place of which host it answers. */
  standIn: StandIn;
  /** Ends the trouble of an account, or brings it back. */
  settle(login: string, isSettled: boolean): Promise<void>;
  stop(): Promise<void>;
};

type Options = { dataFolder: string; clock: Clock; log: Log };

/** Stands in for a supplier with a web site, on this machine only. */
export async function startPartner({ dataFolder, clock, log }: Options): Promise<StandInPartner> {
  const kept = await readVisits(dataFolder);
  const server = createServer();
  await listen(server, kept.port);
  kept.port = portOf(server.address());
  await writeVisits(dataFolder, kept);
  // One after the other: two accounts may be visited together.
  let written = Promise.resolve();
  const write = (): Promise<void> => {
    written = written.catch(() => {}).then(() => writeVisits(dataFolder, kept));
    return written;
  };
  const countVisit = async (login: string) => {
    const visits = (kept.visits[login] ?? 0) + 1;
    kept.visits[login] = visits;
    await write();
    return visits;
  };
  const isSettled = ({ login }: PartnerAccount) => kept.settled.includes(login);
  const settle = async (login: string, isSettledNow: boolean) => {
    kept.settled = [...kept.settled.filter((each) => each !== login), ...(isSettledNow ? [login] : [])];
    await write();
  };
  const accounts = () => partnerAccounts.map((account) => ({ account, isSettled: isSettled(account) }));
  const answer = openSite({ accounts, settle, clock, invoiceFile: openInvoiceFiles(readFonts), countVisit });
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the demonstration’s partner failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    ...{ url: `http://127.0.0.1:${kept.port}/`, accounts: partnerAccounts },
    standIn: { host: 'www.lumen-energie.example', port: 443, isAt: kept.port },
    settle,
    stop: () => close(server),
  };
}
