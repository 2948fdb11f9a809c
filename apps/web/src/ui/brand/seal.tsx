import { IconRosetteDiscountCheck } from '../buttons/icons.ts';
import css from './seal.module.css';

/** Marks an original deposited by the employer. */
export const Seal = ({ label, size = 18 }: { label: string; size?: number }) => (
  <span className={css.seal} title={label}>
    <IconRosetteDiscountCheck size={size} stroke={1.75} aria-hidden />
    <span className="sr">{label}</span>
  </span>
);
