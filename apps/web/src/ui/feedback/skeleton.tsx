import type { CSSProperties } from 'react';
import css from './skeleton.module.css';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  radius?: CSSProperties['borderRadius'];
}

/** Takes exactly the room of what comes; silent for screen readers, the region around it says `aria-busy`. */
export const Skeleton = ({ width = '100%', height = '1em', radius = 'var(--r-sm)' }: SkeletonProps) => (
  <span className={css.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden />
);
