import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import css from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** 0 to 1; without it, the end is unknown. */
  value?: number;
  /** Shown and read in place of the percentage. */
  valueLabel?: string;
  isLabelHidden?: boolean;
}

export function ProgressBar({ label, value, valueLabel, isLabelHidden }: ProgressBarProps) {
  return (
    <AriaProgressBar
      className={css.progress ?? ''}
      value={(value ?? 0) * 100}
      isIndeterminate={value === undefined}
      {...(valueLabel ? { valueLabel } : {})}
      aria-label={label}
    >
      {({ percentage, valueText }) => (
        <>
          {!isLabelHidden && (
            <span className={css.words}>
              <span>{label}</span>
              <span className="num">{value === undefined ? '' : valueText}</span>
            </span>
          )}
          <span className={css.track} data-indeterminate={value === undefined || undefined}>
            <span className={css.fill} style={{ width: value === undefined ? '40%' : `${percentage}%` }} />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
