import { IconLinkOff } from '../../ui/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readToken, tokenFault } from '../../lib/tokens.ts';
import { buttonClass } from '../../ui/button.tsx';
import { GuestEnd } from './guest-end.tsx';

/** The code of what ended the visit, if it is one that has its own words. */
const reasonOf = (reason: string | undefined) =>
  (['EntityNotFound', 'AuthTokenNotValid'] as const).find((code) => code === reason);

/** Every way to a share that has ended leads here. */
export function ExpiredPage({ reason }: { reason: string | undefined }) {
  const t = useTranslations('publicShares');
  const inWords = useTranslations('errorsIn.sharing');
  const errors = useTranslations('errors');
  if (reason === 'EndedLink') return <EndedLink />;
  const code = reasonOf(reason);
  const why = reason === 'WrongJwtPayload' ? errors(reason) : code && inWords(code);
  const hasOthers = !tokenFault(readToken('sharingAuthToken'));
  return (
    <GuestEnd
      title={t('title')}
      icon={<IconLinkOff size={36} stroke={1.5} />}
      state={t('expiredTitle')}
      actions={
        hasOthers ? (
          <Link to="/public/sharings-list" className={buttonClass('primary')}>
            {t('others')}
          </Link>
        ) : (
          <Link to="/help" className={buttonClass()}>
            {t('about')}
          </Link>
        )
      }
    >
      {why && <p>{why}</p>}
      <p>{t('expiredText')}</p>
    </GuestEnd>
  );
}

/** A reference that opens nothing: whether it was of a share, of a request or of a mail about an account is not said. */
function EndedLink() {
  const t = useTranslations('publicShares');
  return (
    <GuestEnd
      title={t('linkTitle')}
      icon={<IconLinkOff size={36} stroke={1.5} />}
      state={t('expiredTitle')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      <p>{t('endedLinkText')}</p>
      <p>{t('endedLinkHint')}</p>
    </GuestEnd>
  );
}
