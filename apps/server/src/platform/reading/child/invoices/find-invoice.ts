import type { Invoice } from '@perenne/contract/invoices';
import { readInvoice } from './read-invoice.ts';

/** A file that may be an invoice for programs, or hold one. Its bytes are made when they are asked for. */
export type InvoiceCandidate = { name: string; read(): Buffer };

/** The names that the standards give: Factur-X, ZUGFeRD 2 and 1, XRechnung. */
const knownNames = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'];

const mostCandidates = 4;

/** Returns the first candidate that is an invoice: those of a known name come before others. */
export function findInvoice(candidates: readonly InvoiceCandidate[]): Invoice | null {
  for (const candidate of inOrder(candidates).slice(0, mostCandidates)) {
    const invoice = attempt(candidate);
    if (invoice) return invoice;
  }
  return null;
}

function inOrder(candidates: readonly InvoiceCandidate[]): InvoiceCandidate[] {
  const nameOf = ({ name }: InvoiceCandidate) => name.toLowerCase();
  const known = knownNames.flatMap((name) => candidates.filter((candidate) => nameOf(candidate) === name));
  const others = candidates.filter((candidate) => nameOf(candidate).endsWith('.xml') && !known.includes(candidate));
  return [...known, ...others];
}

/** A broken or hostile file hides no invoice beside it: it is none, and that is an answer. */
function attempt({ read }: InvoiceCandidate): Invoice | null {
  try {
    return readInvoice(read());
  } catch {
    // Decoders in WebAssembly throw numbers and strings too.
    return null;
  }
}
