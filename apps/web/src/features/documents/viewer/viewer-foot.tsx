import { IconChevronLeft, IconChevronRight } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { Sides } from './gestures/use-side-keys.ts';
import css from './viewer.module.css';

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

interface FootProps extends Sides {
  position: number;
  total: number;
  slotRef: (slot: HTMLElement | null) => void;
}

/** The way to the documents beside this one, and the place of what belongs to its kind. */
export function ViewerFoot({ position, total, showPrevious, showNext, slotRef }: FootProps) {
  const t = useTranslations('viewer');
  return (
    <div className={css.bar}>
      <IconButton label={t('previous')} isIdle={!showPrevious} onPress={() => showPrevious?.()}>
        <IconChevronLeft {...icon} />
      </IconButton>
      {position > 0 && <span className={css.place}>{t('place', { position, total: Math.max(position, total) })}</span>}
      <IconButton label={t('next')} isIdle={!showNext} onPress={() => showNext?.()}>
        <IconChevronRight {...icon} />
      </IconButton>
      <span ref={slotRef} className={css.slot} />
    </div>
  );
}
