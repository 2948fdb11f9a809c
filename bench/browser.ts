import { ensureBrowser } from '../scripts/ensure-tools.mjs';

const executablePath = await ensureBrowser();

/** How each measure starts its browser; one that is missing stops the bench before anything of it runs. */
export const browserOptions = {
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
};
