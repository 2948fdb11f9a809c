import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { IconShieldCheck } from '../../ui/buttons/icons.ts';
import { ArchiveTree } from './archive-tree.tsx';
import css from './exports.module.css';

/** The contents of an archive, before one is asked for. */
export function ArchiveContents() {
  const t = useTranslations('exports');
  return (
    <Card title={t('contentsTitle')}>
      <p className={css.text}>{t('contentsText')}</p>
      <ArchiveTree />
      <section className={css.check} aria-label={t('checkTitle')}>
        <h3>{t('checkTitle')}</h3>
        <p className={css.text}>{t('checkText')}</p>
        <a href="/verifier.html" target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <IconShieldCheck size={19} stroke={1.75} aria-hidden />
          {t('openVerifier')}
        </a>
      </section>
    </Card>
  );
}
