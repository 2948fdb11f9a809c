import { writeAnswer } from '../protocol.ts';

process.stdout.write(writeAnswer('picture', Buffer.from('<html><script>alert(1)</script>')));
setTimeout(() => process.exit(0), 10_000);
