import { classNames } from '../buttons/class-names.ts';
import css from './spinner.module.css';

interface SpinnerProps {
  isSmall?: boolean;
  className?: string | undefined;
}

/** Turns while something is under way; the words beside it say what. */
export const Spinner = ({ isSmall, className }: SpinnerProps) => (
  <span className={classNames(css.spinner, isSmall && css.small, className)} aria-hidden />
);
