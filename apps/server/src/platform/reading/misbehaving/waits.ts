import { setTimeout as wait } from 'node:timers/promises';
import { writeAnswer } from '../protocol.ts';

/** The content is a number of milliseconds, in which it does nothing. */
let content = '';
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  content += chunk.toString();
  if (/\}\d+$/.test(content)) break;
}
await wait(Number(/\d+$/.exec(content)?.[0]));
process.stdout.write(writeAnswer('text', Buffer.from('waited')));
process.stdout.write(writeAnswer('end', Buffer.alloc(0)), () => process.exit(0));
