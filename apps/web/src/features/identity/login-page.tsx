import { IconBriefcase, IconLock, IconNotebook } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { beginFederation } from '../../lib/sign-in/federation.ts';
import { useRuntimeConf } from '../../lib/api/runtime-conf.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Dial } from '../../ui/brand/dial.tsx';
import { FranceConnectButton } from '../../ui/brand/france-connect-button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { LoginForm } from './login-form.tsx';
import css from './login-page.module.css';
import { PasskeyLogin } from './passkey-login.tsx';
import type { WayIn, WayOn } from './sign-in.ts';

/** These say that the owner has succeeded; the other reasons say why a session is not open. */
const successes = ['signedOut', 'signedOutEverywhere', 'federationDeactivated'] as const;
const reasons = [
  ...successes,
  ...(['jwt_not_found', 'invalid_jwt_format', 'jwt_expired', 'AuthTokenNotValid'] as const),
  ...(['secondFactorEnded', 'changeEnded', 'federationCancelled', 'closing'] as const),
];

type Way = 'password' | 'passkey' | 'federation';

interface LoginPageProps {
  /** Why one is here rather than on the page that was asked for. */
  reason: string | undefined;
  /** The page that was asked for. */
  next: `/${string}`;
  onDone: (wayOn: WayOn) => void;
}

export function LoginPage({ reason, next, onDone }: LoginPageProps) {
  const t = useTranslations('login');
  const session = useTranslations('session');
  const shown = reasons.find((known) => known === reason);
  const [begun, setBegun] = useState<Way>();
  const fault = (way: Way) => ({ isFaultShown: begun === way, onBegin: () => setBegun(way) });
  return (
    <div className={css.page}>
      <BrandPanel />
      <section className={css.card}>
        <PageHeading title={t('title')} subtitle={t('subtitle')} />
        <div className={css.notices}>
          {shown && (
            <Alert tone={successes.some((done) => done === shown) ? 'success' : 'info'}>{session(shown)}</Alert>
          )}
          <DemonstrationNotice />
        </div>
        <LoginForm onDone={onDone} {...fault('password')} />
        <PasskeyLogin onDone={onDone} {...fault('passkey')} />
        <FranceConnect backTo={next} {...fault('federation')} />
        <div className={css.other}>
          <p>{t('noAccount')}</p>
          <Link to="/activation" className={buttonClass('secondary', css.wide)}>
            {t('activate')}
          </Link>
        </div>
      </section>
    </div>
  );
}

function FranceConnect({ backTo, isFaultShown, onBegin }: { backTo: `/${string}` } & WayIn) {
  const t = useTranslations('login');
  const conf = useRuntimeConf();
  const errorMessage = useErrorMessage();
  const { run, isPending, error } = useAction(beginFederation);
  if (!conf?.franceConnect) return null;
  return (
    <div className={css.federation}>
      <p className={css.or}>{t('or')}</p>
      <FranceConnectButton
        label={t('franceConnect')}
        aboutLabel={t('aboutFranceConnect')}
        isPending={isPending}
        onPress={() => {
          onBegin();
          void run(backTo);
        }}
        {...(css.france ? { className: css.france } : {})}
      />
      {error !== undefined && isFaultShown && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
    </div>
  );
}

function DemonstrationNotice() {
  const t = useTranslations('login');
  const conf = useRuntimeConf();
  if (!conf?.demo) return null;
  return (
    <Alert tone="warning" title={t('demoTitle')}>
      <p>
        {t('demoText')} {!conf.antivirus && t('noAntivirus')}
      </p>
      {conf.inboxUrl && (
        <a href={conf.inboxUrl} target="_blank" rel="noreferrer" className={css.inbox}>
          {t('inbox')}
        </a>
      )}
    </Alert>
  );
}

function BrandPanel() {
  const t = useTranslations('login');
  return (
    <section className={css.promise} aria-label={t('promise')}>
      <Dial size={520} strokeWidth={1.1} className={css.dial} />
      <p className={css.headline}>{t('promise')}</p>
      <ul className={css.points}>
        <li>
          <IconLock size={22} stroke={1.6} aria-hidden />
          {t('point1')}
        </li>
        <li>
          <IconBriefcase size={22} stroke={1.6} aria-hidden />
          {t('point2')}
        </li>
        <li>
          <IconNotebook size={22} stroke={1.6} aria-hidden />
          {t('point3')}
        </li>
      </ul>
    </section>
  );
}
