import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of the machine; none found means Playwright's own. */
export const findBrowser = (): string => places.find((place) => existsSync(place)) ?? '';
