import {
  getDocument,
  PasswordException,
  PDFWorker,
  type PDFDocumentProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// The build's own way to the address of a file.
// oxlint-disable-next-line import/default
import workerPath from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { DrawingFault } from '../viewer-content.tsx';

/** The part of the browser's Trusted Types that TypeScript does not know yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): URL;
  };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The one script that this policy lets through; the server's CSP names it. */
const policy = trustedTypes?.createPolicy('perenne-pdf', {
  createScriptURL(address) {
    if (address !== workerPath) throw new TypeError('Not the worker of the PDF viewer');
    return address;
  },
});

/** The build puts here what PDF files may lack: see pdf-resources.ts. */
const resources = new URL(`/assets/pdfjs-${version}/`, location.href).href;

/**
 * Reads a PDF in a worker of its own, from bytes that are here already. Nothing of it runs: neither
 * its scripts nor its links, and decoders are plain JavaScript, since the CSP allows no WebAssembly.
 */
export function openPdf(bytes: Uint8Array) {
  const port = new Worker(policy?.createScriptURL(workerPath) ?? workerPath, { type: 'module' });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data: bytes,
    worker,
    cMapUrl: `${resources}cmaps/`,
    standardFontDataUrl: `${resources}standard_fonts/`,
    wasmUrl: `${resources}wasm/`,
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = async () => {
    await task.destroy();
    worker.destroy();
    port.terminate();
  };
  return { opened: task.promise, close };
}

export const pdfFault = (error: unknown): DrawingFault => (error instanceof PasswordException ? 'locked' : 'damaged');

export type Pdf = PDFDocumentProxy;
