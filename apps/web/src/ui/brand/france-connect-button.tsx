import { Button } from '../buttons/button.tsx';
import { classNames } from '../buttons/class-names.ts';
import css from './france-connect-button.module.css';

interface FranceConnectButtonProps {
  /** "S’identifier avec", above the name of the service. */
  label: string;
  /** "Qu’est-ce que FranceConnect ?", a link that the service asks for. */
  aboutLabel: string;
  isPending: boolean;
  onPress: () => void;
  className?: string;
}

/** The button that the service wants known by its colour and its words, in both themes alike. */
export const FranceConnectButton = ({ label, aboutLabel, isPending, onPress, className }: FranceConnectButtonProps) => (
  <div className={classNames(css.federation, className)}>
    <Button className={css.button ?? ''} isPending={isPending} onPress={onPress}>
      <span className={css.words}>
        <span>{label}</span> <b>FranceConnect</b>
      </span>
    </Button>
    <a href="https://franceconnect.gouv.fr/" target="_blank" rel="noreferrer" className={css.about}>
      {aboutLabel}
    </a>
  </div>
);
