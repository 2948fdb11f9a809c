import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { checkLink } from '../check-link.ts';
import { LoginForm } from '../login-form.tsx';
import type { WayOn } from '../sign-in.ts';
import css from './federation.module.css';
import { forgetLinkable } from './linkable.ts';

interface LinkFormProps {
  sub: string;
  onLinked: (wayOn: WayOn) => void;
}

/** The usual credentials, once: the identity is linked with them. */
export function LinkForm({ sub, onLinked }: LinkFormProps) {
  const t = useTranslations('federatedSignIn');
  return (
    <section className={css.page}>
      <PageHeading title={t('linkTitle')} subtitle={t('linkText')} />
      <Alert tone="info">{t('linkCondition')}</Alert>
      <LoginForm franceConnectSub={sub} onDone={(wayOn) => void checkLink(wayOn).then(onLinked)} />
      <div className={css.others}>
        <Link to="/login" className={buttonClass('quiet')} onClick={forgetLinkable}>
          {t('linkCancel')}
        </Link>
        <p>
          {t('linkNone')} <Link to="/activation">{t('linkActivate')}</Link>
        </p>
      </div>
    </section>
  );
}
