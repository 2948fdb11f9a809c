import { useState } from 'react';
import { IconPlugConnected } from '../../ui/buttons/icons.ts';
import css from './agent-logo.module.css';

/** Drawn beside the partner's name, which says it all; where it does not come, something of its size is there. */
export function AgentLogo({ logo }: { logo: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={css.logo} aria-hidden>
      {isMissing ? (
        <IconPlugConnected size={24} stroke={1.6} />
      ) : (
        <img src={logo} alt="" width={44} height={44} onError={() => setMissing(true)} />
      )}
    </span>
  );
}
