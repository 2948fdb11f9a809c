import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import css from './choice-cards.module.css';

export interface Choice<Id extends string> {
  id: Id;
  title: string;
  text?: string;
  icon?: ReactNode;
  isDisabled?: boolean;
}

interface ChoiceCardsProps<Id extends string> {
  label: string;
  choices: readonly Choice<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
}

/** A choice between a few ways to go on, each explained on its card. */
export function ChoiceCards<Id extends string>({ label, choices, value, onChange }: ChoiceCardsProps<Id>) {
  return (
    <RadioGroup
      className={css.group ?? ''}
      value={value}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (chosen) onChange(chosen.id);
      }}
    >
      <Label className="sr">{label}</Label>
      {choices.map((choice) => (
        <Radio key={choice.id} value={choice.id} isDisabled={choice.isDisabled ?? false} className={css.card ?? ''}>
          <span className={css.mark} aria-hidden />
          <span className={css.words}>
            <b>{choice.title}</b>
            {choice.text && <span>{choice.text}</span>}
          </span>
          {choice.icon && <span className={css.icon}>{choice.icon}</span>}
        </Radio>
      ))}
    </RadioGroup>
  );
}
