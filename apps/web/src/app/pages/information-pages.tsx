import type { Controller } from '@perenne/contract/system';
import { useTranslations } from 'use-intl';
import { useRuntimeConf } from '../../lib/api/runtime-conf.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { helpTopics } from '../help/help-topics.ts';
import css from './information-pages.module.css';

const termsTopics = ['safe', 'payslips', 'duties', 'proof', 'end'] as const;
const privacyTopics = [
  ...(['data', 'basis', 'needed', 'encryption', 'access', 'journal'] as const),
  ...(['kept', 'rights', 'browser'] as const),
] as const;

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
      {conf && <ControllerFacts controller={conf.controller} />}
      {privacyTopics.map((topic) => (
        <section key={topic} className={css.topic}>
          <h2>{t(`${topic}Title`)}</h2>
          <p>{topic === 'browser' && isMeasured ? t('browserMeasured') : t(`${topic}Text`)}</p>
        </section>
      ))}
      <section className={css.topic}>
        <h2>{t('hostingTitle')}</h2>
        {conf?.controller?.hosting && <p>{t('hostingText', { hosting: conf.controller.hosting })}</p>}
        <p>{t('hostingOthers')}</p>
      </section>
      <section className={css.topic}>
        <h2>{t('complaintTitle')}</h2>
        <p>
          {t('complaintText')} <a href="https://www.cnil.fr/fr/plaintes">cnil.fr</a>
        </p>
      </section>
    </article>
  );
}

/** GDPR, article 13, 1 (a) and (b): the controller and the data protection officer. */
function ControllerFacts({ controller }: { controller: Controller | null }) {
  const t = useTranslations('privacy');
  return (
    <section className={css.topic}>
      <h2>{t('controllerTitle')}</h2>
      <p>{controller ? t('controllerText', { name: controller.name }) : t('controllerNone')}</p>
      {controller?.address && <p>{t('controllerAddress', { address: controller.address })}</p>}
      {controller?.email && <MailFact words={t('controllerEmail')} email={controller.email} />}
      {controller?.dpoEmail && <MailFact words={t('controllerDpo')} email={controller.dpoEmail} />}
    </section>
  );
}

const MailFact = ({ words, email }: { words: string; email: string }) => (
  <p>
    {words} <a href={`mailto:${email}`}>{email}</a>
  </p>
);

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
