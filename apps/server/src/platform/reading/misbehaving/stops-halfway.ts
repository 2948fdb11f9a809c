import { writeAnswer } from '../protocol.ts';

process.stdout.write(writeAnswer('text', Buffer.from('half')));
setTimeout(() => process.exit(0), 60_000);
