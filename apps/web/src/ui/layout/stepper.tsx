import { useTranslations } from 'use-intl';
import css from './stepper.module.css';

interface StepperProps {
  /** Names of the steps, in order. */
  steps: readonly string[];
  /** Index of the one under way. */
  current: number;
}

/** The step of a flow, read out when it changes: "Étape 2 sur 5", its name, and a bar. */
export function Stepper({ steps, current }: StepperProps) {
  const t = useTranslations('ui');
  return (
    <div className={css.stepper}>
      <output className={css.words}>
        <span>{t('step', { current: current + 1, total: steps.length })}</span>
        <b>{steps[current]}</b>
      </output>
      <ol className={css.bars} aria-label={t('steps')}>
        {steps.map((step, index) => (
          <li
            key={step}
            data-state={index < current ? 'done' : index === current ? 'current' : 'next'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="sr">{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
