import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { today } from '../../lib/i18n/calendar-day.ts';
import { categoriesQuery } from '../../lib/documents/document-queries.ts';
import { Dial } from '../../ui/brand/dial.tsx';
import { type DocTone, DocThumb, toneStyle } from '../../ui/brand/doc-thumb.tsx';
import css from './archive-tree.module.css';

/** A picture of the archive once it is opened: names as they are in it, in every language, each with its use. */
export function ArchiveTree() {
  const t = useTranslations('exports.tree');
  const categories = useQuery(categoriesQuery).data?.items ?? [];
  return (
    <figure className={css.tree}>
      <figcaption className={css.root}>
        <ArchivePicture />
        <span>
          <code>{`perenne-${today()}.zip`}</code>
          <span className={css.words}>{t('archive')}</span>
        </span>
      </figcaption>
      <ul>
        <Entry picture={<Folder tone="pay" />} name="documents/" words={t('documents')}>
          <ul>
            {categories.slice(0, 2).map(({ id, title }, index) => (
              <Entry
                key={id}
                picture={<DocThumb tone={index === 0 ? 'pay' : 'home'} height={32} paper />}
                name={`${title}/`}
              />
            ))}
          </ul>
        </Entry>
        <Entry picture={<Folder tone="home" />} name="preuves/" words={t('proofs')} />
        <Entry picture={<Folder tone="work" />} name="journal/" words={t('journal')} />
        <Entry picture={<Folder tone="tax" />} name="META-INF/" words={t('seal')} />
        <Entry picture={<Sheet tone="home" mark="m11 23 5 5 9-10" />} name="verifier.html" words={t('verifier')} />
        <Entry
          picture={<Sheet tone="pay" mark="M9 19h18M9 25h18M9 31h11" />}
          name="LISEZMOI.html"
          words={t('readme')}
        />
      </ul>
    </figure>
  );
}

interface EntryProps {
  picture: ReactNode;
  name: string;
  words?: string;
  children?: ReactNode;
}

const Entry = ({ picture, name, words, children }: EntryProps) => (
  <li>
    <div className={css.entry}>
      <span className={css.picture}>{picture}</span>
      <span>
        <code>{name}</code>
        {words && <span className={css.words}>{words}</span>}
      </span>
    </div>
    {children}
  </li>
);

/** The archive itself: a closed sheet under the dial of the safe. */
const ArchivePicture = () => (
  <span className={css.archive}>
    <Dial size={64} strokeWidth={2.4} />
    <svg viewBox="0 0 36 44" width={26} height={32} aria-hidden>
      <path d="M5 1h18.500L35 12.500V39a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z" fill="var(--primary)" />
      <path d="M23.500 1 35 12.500h-8a3.500 3.500 0 0 1-3.500-3.500z" fill="var(--on-primary)" fillOpacity=".35" />
      <path d="M12 3v3m0 3v3m0 3v3m0 3v3" stroke="var(--on-primary)" strokeWidth="3" strokeOpacity=".75" />
      <rect x="8.500" y="25" width="7" height="10" rx="2" fill="var(--accent)" />
    </svg>
  </span>
);

/** A folder with its tab, as the tiles of the categories have it. */
const Folder = ({ tone }: { tone: DocTone }) => (
  <svg viewBox="0 0 40 32" width={35} height={28} style={toneStyle(tone)} aria-hidden>
    <path
      d="M1 6a4 4 0 0 1 4-4h9a4 4 0 0 1 3.200 1.600L19 6h16a4 4 0 0 1 4 4v4H1z"
      fill="var(--tone)"
      fillOpacity=".55"
    />
    <path d="M1 10h38v16a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4z" fill="var(--tone-t)" />
    <path
      d="M1 10h38v16a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4z"
      fill="none"
      stroke="var(--tone)"
      strokeOpacity=".4"
      strokeWidth="1.2"
    />
  </svg>
);

/** A file with a mark that says what it does. */
const Sheet = ({ tone, mark }: { tone: DocTone; mark: string }) => (
  <svg viewBox="0 0 36 44" width={26} height={32} style={toneStyle(tone)} aria-hidden>
    <path d="M5 1h18.500L35 12.500V39a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z" fill="var(--surface)" />
    <path d="M23.500 1 35 12.500h-8a3.500 3.500 0 0 1-3.500-3.500z" fill="var(--tone)" fillOpacity=".28" />
    <path d={mark} fill="none" stroke="var(--tone)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
