import type { CSSProperties, ReactNode } from 'react';
import css from './doc-thumb.module.css';

/** The tones of a category: the paper of its sheet, the tab of its folder. */
export type DocTone = 'pay' | 'work' | 'id' | 'home' | 'tax' | 'health';

/** CSS variables `--tone` and `--tone-t` of a category. */
export const toneStyle = (tone: DocTone) =>
  ({ '--tone': `var(--c-${tone})`, '--tone-t': `var(--c-${tone}-t)` }) as CSSProperties;

/**
 * Lines of a text, 2 high and round at their ends, by `x y width`: in one path, for a list draws hundreds of sheets.
 * Their paint is thinned, not they: what has an opacity is painted apart.
 */
const lines = (opacity: number, ...places: [x: number, y: number, width: number][]) => (
  <path
    d={places.map(([x, y, width]) => `M${x + 1} ${y + 1}h${width - 2}`).join('')}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeOpacity={opacity}
  />
);

const drawings: Record<DocTone, ReactNode> = {
  pay: (
    <>
      {lines(0.9, [7, 9, 12])}
      {lines(0.5, [7, 16, 10], [7, 21, 10], [7, 26, 10])}
      {lines(0.85, [22, 16, 7], [22, 21, 7], [22, 26, 7])}
      <rect x="7" y="32" width="22" height="5" rx="1.5" fill="currentColor" fillOpacity=".22" />
      {lines(1, [22, 33.5, 6])}
    </>
  ),
  work: (
    <>
      {lines(0.9, [7, 9, 14])}
      {lines(0.5, [7, 16, 22], [7, 21, 20], [7, 26, 16])}
      <path d="M8 36c3-5 5 2 8-2s3 2 6-1" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  id: (
    <>
      <rect x="6" y="13" width="24" height="17" rx="2.5" fill="currentColor" fillOpacity=".16" />
      <circle cx="12.5" cy="19.5" r="3" fill="currentColor" fillOpacity=".8" />
      <path d="M8 27c.6-3 8.4-3 9 0z" fill="currentColor" fillOpacity=".8" />
      {lines(0.5, [20, 18, 7], [20, 22, 5])}
    </>
  ),
  home: (
    <>
      <path d="M9 20 18 12l9 8v11H9z" fill="currentColor" fillOpacity=".18" />
      <path
        d="m7 21 11-9.5L29 21"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {lines(0.5, [13, 24, 10], [13, 35, 10])}
    </>
  ),
  tax: (
    <>
      {lines(0.9, [7, 9, 12])}
      {lines(0.5, [7, 15, 8], [7, 21, 6])}
      <circle cx="22" cy="27" r="7" fill="currentColor" fillOpacity=".18" />
      <path
        d="m19 30 6-6M19.500 24.500h.1M24.500 29.500h.1"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  ),
  health: (
    <>
      {lines(0.9, [7, 9, 12])}
      <path
        d="M18 34s-8-4.800-8-10a4.300 4.300 0 0 1 8-2.200A4.300 4.300 0 0 1 26 24c0 5.200-8 10-8 10z"
        fill="currentColor"
        fillOpacity=".2"
      />
      <path d="M18 23v6m-3-3h6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
};

/** A sheet drawn for each category: no image file, and it follows the theme. `paper` is for a tinted ground. */
export const DocThumb = ({ tone, height = 44, paper }: { tone: DocTone; height?: number; paper?: boolean }) => (
  <svg
    viewBox="0 0 36 44"
    height={height}
    width={(height * 36) / 44}
    className={css.thumb}
    style={toneStyle(tone)}
    aria-hidden
  >
    <path
      d="M5 1h18.500L35 12.500V39a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z"
      fill={paper ? 'var(--surface)' : 'var(--tone-t)'}
    />
    <path d="M23.500 1 35 12.500h-8a3.500 3.500 0 0 1-3.500-3.500z" fill="currentColor" fillOpacity=".28" />
    {drawings[tone]}
  </svg>
);
