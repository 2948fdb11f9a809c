import { useTranslations } from 'use-intl';
import { PageHeading } from '../../ui/page-heading.tsx';
import css from './information-pages.module.css';

const helpTopics = ['activate', 'signIn', 'add', 'delete', 'leave', 'paper'] as const;
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
  return (
    <article className={css.page}>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      {privacyTopics.map((topic) => (
        <section key={topic} className={css.topic}>
          <h2>{t(`${topic}Title`)}</h2>
          <p>{t(`${topic}Text`)}</p>
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
