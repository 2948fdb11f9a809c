import { usePhone } from '../../lib/use-media.ts';
import css from './phone-foot.module.css';
import { Version } from './version.tsx';

/** On phones, what stands at the foot of the navigation elsewhere. */
export function PhoneFoot() {
  const isPhone = usePhone();
  if (!isPhone) return null;
  return (
    <footer className={css.foot}>
      <Version className={css.version} />
    </footer>
  );
}
