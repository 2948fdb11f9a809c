import type { Collector } from '@perenne/contract/collectors';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../lib/i18n/formats.ts';
import { nextTryOf } from './next-try.ts';
import { useNow } from './use-now.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** How many days a day is from today, by the browser's calendar. */
export function daysFromToday(instant: number, now: number): number {
  const startOf = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);
  return Math.round((startOf(instant) - startOf(now)) / dayMs);
}

const near = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' } as const;

interface When {
  /** An instant, with a capital. */
  alone: (instant: string) => string;
  /** When a collector synchronises next, with a capital or within a sentence; null where it does not by itself. */
  nextAlone: (collector: Collector) => string | null;
  nextInSentence: (collector: Collector) => string | null;
}

/** Instants as people say them. */
export function useWhen(): When {
  const t = useTranslations('collectors.when');
  const formats = useFormats();
  const now = useNow(minuteMs);
  const say = (instant: string, far: 'date' | 'dayAlone') => {
    const day = near[String(daysFromToday(Date.parse(instant), now)) as keyof typeof near];
    const time = formats.time(instant);
    return day ? t(day, { time }) : t(far, { date: formats.dateShort(instant), time });
  };
  const sayNext = (collector: Collector, far: 'date' | 'dayAlone') => {
    const next = nextTryOf(collector, now);
    return next && ('at' in next ? say(next.at, far) : t(next.words));
  };
  return {
    alone: (instant) => capitalise(say(instant, 'dayAlone')),
    nextAlone: (collector) => {
      const words = sayNext(collector, 'dayAlone');
      return words && capitalise(words);
    },
    nextInSentence: (collector) => sayNext(collector, 'date'),
  };
}

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
