import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components/Meter';
import { Dial } from '../brand/dial.tsx';
import css from './gauge.module.css';

interface GaugeProps {
  /** 0 to 1. */
  value: number;
  label: string;
  /** A screen reader says it in place of the percentage. */
  valueLabel?: string;
  size?: number;
  children: ReactNode;
}

export const Gauge = ({ value, label, valueLabel, size = 132, children }: GaugeProps) => (
  <Meter
    value={value * 100}
    aria-label={label}
    {...(valueLabel ? { valueLabel } : {})}
    className={css.gauge ?? ''}
    data-full={value >= 0.9 || undefined}
  >
    <Dial value={value} size={size} />
    <div className={css.center}>{children}</div>
  </Meter>
);
