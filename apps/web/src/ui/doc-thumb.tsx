import type { CSSProperties, ReactNode } from 'react';
import css from './doc-thumb.module.css';

/** The tones of a category: the paper of its sheet, the tab of its folder. */
export type DocTone = 'pay' | 'work' | 'id' | 'home' | 'tax' | 'health';

/** CSS variables `--tone` and `--tone-t` of a category. */
export const toneStyle = (tone: DocTone) =>
  ({ '--tone': `var(--c-${tone})`, '--tone-t': `var(--c-${tone}-t)` }) as CSSProperties;

interface LineProps {
  x: number;
  y: number;
  width: number;
  opacity?: number;
}

const Line = ({ x, y, width, opacity = 0.5 }: LineProps) => (
  <rect x={x} y={y} width={width} height="2" rx="1" fill="currentColor" opacity={opacity} />
);

const drawings: Record<DocTone, ReactNode> = {
  pay: (
    <>
      <Line x={7} y={9} width={12} opacity={0.9} />
      {[16, 21, 26].map((y) => (
        <g key={y}>
          <Line x={7} y={y} width={10} />
          <Line x={22} y={y} width={7} opacity={0.85} />
        </g>
      ))}
      <rect x="7" y="32" width="22" height="5" rx="1.5" fill="currentColor" opacity=".22" />
      <Line x={22} y={33.5} width={6} opacity={1} />
    </>
  ),
  work: (
    <>
      <Line x={7} y={9} width={14} opacity={0.9} />
      <Line x={7} y={16} width={22} />
      <Line x={7} y={21} width={20} />
      <Line x={7} y={26} width={16} />
      <path d="M8 36c3-5 5 2 8-2s3 2 6-1" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  id: (
    <>
      <rect x="6" y="13" width="24" height="17" rx="2.5" fill="currentColor" opacity=".16" />
      <circle cx="12.5" cy="19.5" r="3" fill="currentColor" opacity=".8" />
      <path d="M8 27c.6-3 8.4-3 9 0z" fill="currentColor" opacity=".8" />
      <Line x={20} y={18} width={7} />
      <Line x={20} y={22} width={5} />
    </>
  ),
  home: (
    <>
      <path d="M9 20 18 12l9 8v11H9z" fill="currentColor" opacity=".18" />
      <path
        d="m7 21 11-9.5L29 21"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Line x={13} y={24} width={10} />
      <Line x={13} y={35} width={10} />
    </>
  ),
  tax: (
    <>
      <Line x={7} y={9} width={12} opacity={0.9} />
      <Line x={7} y={15} width={8} />
      <circle cx="22" cy="27" r="7" fill="currentColor" opacity=".18" />
      <path
        d="m19 30 6-6M19.500 24.500h.1M24.500 29.500h.1"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <Line x={7} y={21} width={6} />
    </>
  ),
  health: (
    <>
      <Line x={7} y={9} width={12} opacity={0.9} />
      <path
        d="M18 34s-8-4.800-8-10a4.300 4.300 0 0 1 8-2.200A4.300 4.300 0 0 1 26 24c0 5.200-8 10-8 10z"
        fill="currentColor"
        opacity=".2"
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
    <path d="M23.500 1 35 12.500h-8a3.500 3.500 0 0 1-3.500-3.500z" fill="currentColor" opacity=".28" />
    {drawings[tone]}
  </svg>
);
