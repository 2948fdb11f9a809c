import { usePhone } from '../../lib/browser/use-media.ts';
import css from './phone-foot.module.css';
import { Version } from './version.tsx';

/** The version, which wider screens show at the foot of the navigation. */
export function PhoneFoot() {
  const isPhone = usePhone();
  if (!isPhone) return null;
  return (
    <footer className={css.foot}>
      <Version className={css.version} />
    </footer>
  );
}
