/** Shows that readers and collectors could start here: that their code can be read and loaded behind the walls. */
import '../../collecting/wire.ts';
import '@perenne/collecting/http/http';
import sharp from 'sharp';

await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
  .webp()
  .toBuffer();
process.exit(0);
