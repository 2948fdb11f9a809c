import type { JournalEntry } from '@perenne/contract/identity';
import {
  IconBriefcase,
  IconDoorEnter,
  IconFileText,
  IconFingerprint,
  IconKey,
  IconLock,
  IconMail,
  IconNotebook,
  IconShieldCheck,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { JournalKind } from './journal-search.ts';
import css from './journal.module.css';
import { useSentence } from './use-sentence.tsx';

const icons: Record<JournalKind, typeof IconLock> = {
  safe: IconLock,
  session: IconDoorEnter,
  profile: IconUserCircle,
  password: IconKey,
  email: IconMail,
  'second-factor': IconShieldCheck,
  federation: IconFingerprint,
  agreement: IconBriefcase,
  employer: IconBriefcase,
  account: IconUserCircle,
  document: IconFileText,
  journal: IconNotebook,
};

const kindOf = (action: string) => action.slice(0, action.indexOf('.')) as JournalKind;

/** One line that reads as a sentence; what proves it is a press away. */
export function EntryLine({ entry }: { entry: JournalEntry }) {
  const t = useTranslations('journal');
  const formats = useFormats();
  const { nameOf, sentenceOf } = useSentence();
  const Icon = icons[kindOf(entry.action)];
  const time = formats.time(entry.at);
  const isRefused = entry.result === 'refused' || entry.action.endsWith('.refused');
  return (
    <li>
      <time dateTime={entry.at} className="num">
        {time}
      </time>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div className={css.words}>
        <p>
          {sentenceOf(entry)} {isRefused && entry.result === 'refused' && <Badge tone="warning">{t('refused')}</Badge>}
        </p>
        <details>
          <summary aria-label={t('detailsOf', { name: nameOf(entry), time })}>{t('details')}</summary>
          <Details entry={entry} name={nameOf(entry)} />
        </details>
      </div>
    </li>
  );
}

function Details({ entry, name }: { entry: JournalEntry; name: string }) {
  const t = useTranslations('journal');
  const formats = useFormats();
  const { actor, address, depositedAt, depositHash, hash } = entry;
  const facts: [string, string | undefined][] = [
    [t('action'), name],
    [t('at'), formats.dateTime(entry.at)],
    [
      t('actor'),
      actor.name && actor.kind !== 'owner' ? `${t(`actors.${actor.kind}`)}, ${actor.name}` : t(`actors.${actor.kind}`),
    ],
    [t('address'), address],
    [t('depositedAt'), depositedAt && formats.dateTime(depositedAt)],
    [t('depositHash'), depositHash],
    [t('hash'), hash],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(
        ([term, value]) =>
          value && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
