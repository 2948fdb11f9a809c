import type { Plugin } from 'vite';

const emptied = ".innerHTML = ''";

/**
 * React Aria empties its live regions through `innerHTML`, which Trusted Types refuse; the same
 * without HTML. Stops the build where a newer version does it another way.
 */
export const announcerWithoutHtml = (): Plugin => ({
  name: 'announcer-without-html',
  transform: {
    filter: { id: /dist\/private\/live-announcer\/LiveAnnouncer\.m?js$/ },
    handler(code) {
      if (!code.includes(emptied)) this.error('React Aria no longer empties its live regions as expected.');
      return { code: code.replaceAll(emptied, '.replaceChildren()'), map: null };
    },
  },
});
