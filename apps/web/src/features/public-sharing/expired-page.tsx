import { IconCheck, IconLinkOff } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readToken, tokenFault } from '../../lib/api/tokens.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { EndVisit } from './entry/end-visit.tsx';
import { GuestEnd } from './guest-end.tsx';
import { MissingLink } from './missing-link.tsx';

/** The code of what ended the visit, if it is one that has its own words. */
const reasonOf = (reason: string | undefined) =>
  (['EntityNotFound', 'AuthTokenNotValid'] as const).find((code) => code === reason);

/**
 * Every way to a share that has ended leads here, and every link whose reference opens nothing: whether that was of a
 * share, of a request or of a mail about an account is not said.
 */
export function ExpiredPage({ reason }: { reason: string | undefined }) {
  if (reason === 'VisitEnded') return <EndedVisit of="shares" />;
  if (reason === 'SendingEnded') return <EndedVisit of="request" />;
  return reason === 'CutLink' ? <CutLink /> : <Expired reason={reason} />;
}

/** The visitor has ended it. */
function EndedVisit({ of }: { of: 'shares' | 'request' }) {
  const t = useTranslations('publicShares');
  return (
    <GuestEnd
      title={t(of === 'shares' ? 'title' : 'requestedTitle')}
      icon={<IconCheck size={36} stroke={1.5} />}
      state={t('endedTitle')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      <p>{t(of === 'shares' ? 'endedText' : 'endedSendingText')}</p>
      <p>{t(of === 'shares' ? 'endedHint' : 'endedSendingHint')}</p>
    </GuestEnd>
  );
}

/** The address of a link has lost what is behind its #. */
function CutLink() {
  const t = useTranslations('publicShares');
  return <MissingLink title={t('linkTitle')}>{t('cutLinkText')}</MissingLink>;
}

function Expired({ reason }: { reason: string | undefined }) {
  const t = useTranslations('publicShares');
  const inWords = useTranslations('errorsIn.sharing');
  const errors = useTranslations('errors');
  const code = reasonOf(reason);
  const why = reason === 'WrongJwtPayload' ? errors(reason) : code && inWords(code);
  const isAnyLink = reason === 'EndedLink';
  const hasOthers = !tokenFault(readToken('sharingAuthToken'));
  return (
    <GuestEnd
      title={isAnyLink ? t('linkTitle') : t('title')}
      icon={<IconLinkOff size={36} stroke={1.5} />}
      state={t('expiredTitle')}
      actions={
        hasOthers ? (
          <>
            <Link to="/public/sharings-list" className={buttonClass('primary')}>
              {t('others')}
            </Link>
            <EndVisit />
          </>
        ) : (
          <Link to="/help" className={buttonClass()}>
            {t('about')}
          </Link>
        )
      }
    >
      {why && <p>{why}</p>}
      <p>{isAnyLink ? t('endedLinkText') : t('expiredText')}</p>
      {isAnyLink && <p>{t('endedLinkHint')}</p>}
    </GuestEnd>
  );
}
