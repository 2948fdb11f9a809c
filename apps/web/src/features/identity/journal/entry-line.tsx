import type { JournalEntry } from '@perenne/contract/journal';
import {
  IconBriefcase,
  IconChevronDown,
  IconDoorEnter,
  IconFileExport,
  IconFileText,
  IconFingerprint,
  IconFolder,
  IconKey,
  IconLock,
  IconMail,
  IconNotebook,
  IconShieldCheck,
  IconStack2,
  IconUserCircle,
} from '../../../ui/buttons/icons.ts';
import { useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { JournalRun } from './journal-days.ts';
import css from './journal.module.css';
import { useSentence } from './use-sentence.tsx';

/** By kind; one that has none of its own has that of the journal. */
const icons: Partial<Record<string, typeof IconLock>> = {
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
  folder: IconFolder,
  category: IconStack2,
  export: IconFileExport,
};

const kindOf = (action: string): string => action.slice(0, action.indexOf('.'));

/** One line that reads as a sentence; what proves it is a press away. */
export function EntryLine({ run }: { run: JournalRun }) {
  const t = useTranslations('journal');
  const formats = useFormats();
  const detailsId = useId();
  const { nameOf, sentenceOf } = useSentence();
  const [isOpen, setOpen] = useState(false);
  const [entry] = run;
  const Icon = icons[kindOf(entry.action)] ?? IconNotebook;
  const time = formats.time(entry.at);
  return (
    <li>
      <time dateTime={entry.at} className="num">
        {time}
      </time>
      <Icon size={22} stroke={1.6} aria-hidden />
      <p className={css.words}>
        {sentenceOf(entry, run.length)}{' '}
        {run.length > 1 && entry.action !== 'document.listed' && (
          <span className={css.times}>{t('times', { count: run.length })}</span>
        )}{' '}
        {entry.result === 'refused' && <Badge tone="warning">{t('refused')}</Badge>}
      </p>
      <IconButton
        label={t('detailsOf', { name: nameOf(entry), time })}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        className={css.opener ?? ''}
        onPress={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <div id={detailsId} hidden={!isOpen} className={css.details}>
        {isOpen && run.map((one) => <Details key={one.id} entry={one} name={nameOf(one)} />)}
      </div>
    </li>
  );
}

function Details({ entry, name }: { entry: JournalEntry; name: string }) {
  const t = useTranslations('journal');
  const formats = useFormats();
  const format = useFormatter();
  const { actor, address, depositedAt, depositHash, seq, hash, previousHash } = entry;
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
    [t('seq'), format.number(seq)],
    [t('hash'), hash],
    [t('previousHash'), previousHash ?? t('firstEntry')],
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
