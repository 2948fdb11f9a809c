import { useTranslations } from 'use-intl';
import { useRuntimeConf } from '../../lib/runtime-conf.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { helpTopics } from '../help/help-topics.ts';
import css from './information-pages.module.css';

const termsTopics = ['safe', 'payslips', 'duties', 'proof', 'end'] as const;
const privacyTopics = ['data', 'encryption', 'access', 'journal', 'rights', 'browser'] as const;

export function HelpPage() {
  const t = useTranslations('help');
  return (
    <article className={css.page}>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      {helpTopics.map((topic) => (
        <section key={topic} className={css.topic}>
          <h2>{t(`${topic}Title`)}</h2>
          <p>{t(`${topic}Text`)}</p>
        </section>
      ))}
    </article>
  );
}

export function PrivacyPage() {
  const t = useTranslations('privacy');
  const conf = useRuntimeConf();
  const isMeasured = (conf?.analytics?.sampleRate ?? 0) > 0 || (conf?.errorReporting?.sampleRate ?? 0) > 0;
  return (
    <article className={css.page}>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      {privacyTopics.map((topic) => (
        <section key={topic} className={css.topic}>
          <h2>{t(`${topic}Title`)}</h2>
          <p>{topic === 'browser' && isMeasured ? t('browserMeasured') : t(`${topic}Text`)}</p>
        </section>
      ))}
    </article>
  );
}

export function TermsPage() {
  const t = useTranslations('terms');
  return (
    <article className={css.page}>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      {termsTopics.map((topic) => (
        <section key={topic} className={css.topic}>
          <h2>{t(`${topic}Title`)}</h2>
          <p>{t(`${topic}Text`)}</p>
        </section>
      ))}
    </article>
  );
}
