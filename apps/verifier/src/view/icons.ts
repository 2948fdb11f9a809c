import { svg } from './el.ts';

/** Lines of Tabler icons (MIT), 24 by 24. */
const lines = {
  archive: [
    'M6 20.735A2 2 0 0 1 5 19V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2h-1',
    'M11 17a2 2 0 0 1 2 2v2a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1v-2a2 2 0 0 1 2-2m0-12h-1m3 2h-1m-1 2h-1m3 2h-1m-1 2h-1m3 2h-1',
  ],
  proof: [
    'M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6',
    'M12 11v2a14 14 0 0 0 2.5 8M8 15a18 18 0 0 0 1.8 6m-4.9-2a22 22 0 0 1-.9-7v-1a8 8 0 0 1 12-6.95',
  ],
  attestation: [
    'M14 3v4a1 1 0 0 0 1 1h4',
    'M5 8V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2h-5',
    'M3 14a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    'M4.5 17L3 22l3-1.5L9 22l-1.5-5',
  ],
  journal: ['M19 4v16H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z', 'M19 16H7a2 2 0 0 0-2 2M9 8h6'],
  checkpoints: ['M4 17v-4m5 4V9m5 8V5m5 12v-6M3 21h18'],
  consistency: [
    'M9 15l6-6m-4-3l.46-.54a5 5 0 0 1 7.08 7.07L18 13m-5 5l-.4.53a5.07 5.07 0 0 1-7.12 0a4.97 4.97 0 0 1 0-7.07L6 11',
  ],
  certificates: [
    'M12 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    'M13 17.5V22l2-1.5l2 1.5v-4.5',
    'M10 19H5a2 2 0 0 1-2-2V7c0-1.1.9-2 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-1 1.73M6 9h12M6 12h3m-3 3h2',
  ],
  document: [
    'M14 3v4a1 1 0 0 0 1 1h4',
    'M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2M9 9h1m-1 4h6m-6 4h6',
  ],
  upload: ['M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 9l5-5l5 5m-5-5v12'],
  offline: [
    'M12 18h.01m-2.838-2.828a4 4 0 0 1 5.656 0m-8.485-2.829a7.96 7.96 0 0 1 3.864-2.14m4.163.155a8 8 0 0 1 3.287 2M3.515 9.515A12 12 0 0 1 7.059 7.06m3.101-.92a12 12 0 0 1 10.325 3.374M3 3l18 18',
  ],
  plus: ['M12 5v14m-7-7h14'],
  holds: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0', 'm9 12l2 2l4-4'],
  fails: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m7-2l4 4m0-4l-4 4'],
  open: [
    'M12 9v4m-1.637-9.409L2.257 17.125a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87L13.637 3.59a1.914 1.914 0 0 0-3.274 0M12 16h.01',
  ],
};

export const icon = (name: keyof typeof lines, size = 24): SVGElement =>
  svg(
    'svg',
    {
      ...{ viewBox: '0 0 24 24', width: size, height: size, fill: 'none', stroke: 'currentColor' },
      ...{ 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' },
    },
    ...lines[name].map((d) => svg('path', { d })),
  );

/** The mark of the brand. */
export const logo = (): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 40 40', width: 36, height: 36, 'aria-hidden': 'true' },
    svg('rect', { width: 40, height: 40, rx: 12, fill: '#134c5c' }),
    svg('circle', {
      ...{ cx: 20, cy: 20, r: 14, fill: 'none', stroke: '#e2a93b', 'stroke-width': 3.4 },
      ...{ 'stroke-dasharray': '2.2 5.13', 'stroke-linecap': 'round' },
    }),
    svg('circle', { cx: 20, cy: 20, r: 9, fill: '#fff' }),
    svg('path', {
      d: 'M20 15.2a2.9 2.9 0 0 1 1.5 5.4l.9 4.2h-4.8l.9-4.2a2.9 2.9 0 0 1 1.5-5.4z',
      fill: '#134c5c',
    }),
  );
