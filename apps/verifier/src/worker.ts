import { checkFiles, type NamedBlob, type Progress } from './checks/check-files.ts';
import type { Report } from './checks/report.ts';

/** The messages of the worker to the page. */
export type Message =
  | { type: 'progress'; progress: Progress }
  | { type: 'report'; report: Report }
  | { type: 'finished' }
  | { type: 'stopped'; cause: string };

// The page forbids itself to evaluate code: Zod must not try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const post = (message: Message): void => postMessage(message);

/** A message for each file would keep the page busy with drawing. */
const betweenMs = 100;

function postProgress(): (progress: Progress) => void {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next && progress.done > 0) return;
    next = now + betweenMs;
    post({ type: 'progress', progress });
  };
}

onmessage = async ({ data: files }: MessageEvent<NamedBlob[]>) => {
  try {
    for await (const report of checkFiles(files, postProgress())) post({ type: 'report', report });
    post({ type: 'finished' });
  } catch (error) {
    post({ type: 'stopped', cause: String(error) });
  }
};
