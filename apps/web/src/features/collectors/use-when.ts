import { useTranslations } from 'use-intl';
import { nowMs } from '../../lib/browser/clock.ts';
import { useFormats } from '../../lib/i18n/formats.ts';

const dayMs = 86_400_000;

/** How many days a day is from today, by the browser's calendar. */
export function daysFromToday(instant: number, now: number): number {
  const startOf = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  return Math.round((startOf(instant) - startOf(now)) / dayMs);
}

const near = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' } as const;

/** An instant as people say it: within a sentence, or alone where it begins with a capital. */
export function useWhen(): { inSentence: (instant: string) => string; alone: (instant: string) => string } {
  const t = useTranslations('collectors.when');
  const formats = useFormats();
  const say = (instant: string, far: 'date' | 'dayAlone') => {
    const day = near[String(daysFromToday(Date.parse(instant), nowMs())) as keyof typeof near];
    const time = formats.time(instant);
    return day ? t(day, { time }) : t(far, { date: formats.dateShort(instant), time });
  };
  return {
    inSentence: (instant) => say(instant, 'date'),
    alone: (instant) => {
      const words = say(instant, 'dayAlone');
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
  };
}
