import { limits } from '@perenne/contract/fields';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepActions, StepBack } from '../../../lib/sign-in/flow/step.tsx';
import { isFrenchMobile } from '../../../lib/i18n/french-phone.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { PhoneField } from '../../../ui/fields/phone-field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import css from './create-share.module.css';
import { type ReadRecipients, readRecipients } from './read-recipients.ts';
import { ShareActor, useChange, useShare } from './share-actor.ts';
import type { Creation } from './use-create-share.ts';

/** The recipients: addresses as they are pasted, and what is wrong with them line by line. */
export function EmailForm({ creation }: { creation: Creation }) {
  const t = useTranslations('newShare');
  const { send } = ShareActor.useActorRef();
  const { recipients, isBySms, phones, message } = useShare();
  const change = useChange();
  const [isSubmitted, setSubmitted] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const read = readRecipients(recipients);
  const fault = useRecipientsFault(read, creation);
  const isShown = isSubmitted || hasLeft;
  const given = read.emails.map((email) => ({ email, phone: isBySms ? (phones[email] ?? '').trim() : '' }));
  const isRefused = creation.refused.emails.length + creation.refused.phones.length > 0;
  useEffect(() => {
    if (isRefused) focusFault();
  }, [isRefused]);
  const submit = () => {
    setSubmitted(true);
    const isReady = !fault.ofText && given.every(({ phone }) => phone === '' || isFrenchMobile(phone));
    if (!isReady) return focusFault();
    creation.submit({
      mode: 'EMAIL',
      recipients: given.map(({ email, phone }) => ({ email, ...(phone ? { phone } : {}) })),
      ...(message.trim() ? { message: message.trim() } : {}),
    });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        label={t('recipients')}
        hint={t('recipientsHint', { max: limits.recipients })}
        errorMessage={isShown && (recipients.trim() || isSubmitted) ? (fault.ofText ?? fault.ofServer) : fault.ofServer}
        value={recipients}
        onChange={(typed) => change({ recipients: typed })}
        onBlur={() => setLeft(true)}
        isRequired
      />
      {isShown && <Faults read={read} />}
      {read.emails.length > 0 && (
        <output className={css.count}>
          {t('readRecipients', { count: read.emails.length })}
          {read.twice > 0 && <> · {t('twice', { count: read.twice })}</>}
        </output>
      )}
      <div>
        <Checkbox isSelected={isBySms} onChange={(isOn) => change({ isBySms: isOn })}>
          {t('bySms')}
        </Checkbox>
        <p className={css.under}>{t('bySmsText')}</p>
      </div>
      {isBySms && (
        <Phones
          emails={read.emails.slice(0, limits.recipients)}
          isSubmitted={isSubmitted}
          refused={creation.refused.phones}
        />
      )}
      <TextArea
        label={t('message')}
        isOptional
        maxLength={limits.shareMessage}
        value={message}
        onChange={(typed) => change({ message: typed })}
      />
      <StepActions
        submitLabel={t('submitEmail')}
        isPending={creation.isPending}
        back={<StepBack label={t('back')} onPress={() => send({ type: 'SHOW', step: 'summary' })} />}
      />
    </form>
  );
}

function useRecipientsFault({ emails, faults }: ReadRecipients, { refused }: Creation) {
  const t = useTranslations('newShare');
  const ofText =
    faults.length > 0
      ? t('invalidRecipients')
      : emails.length > limits.recipients
        ? t('tooManyRecipients', { max: limits.recipients })
        : emails.length === 0
          ? t('noRecipient')
          : undefined;
  return { ofText, ofServer: refused.emails.length > 0 ? t('invalidRecipients') : undefined };
}

/** Beyond so many, the first say enough. */
const mostShown = 8;

function Faults({ read: { faults } }: { read: ReadRecipients }) {
  const t = useTranslations('newShare');
  if (faults.length === 0) return null;
  return (
    <Alert tone="danger" title={t('faultyTitle', { count: faults.length })} isLive>
      <ul className={css.faults}>
        {faults.slice(0, mostShown).map(({ line, text, why }, index) => (
          // The same fault may stand twice on a line, and the list is drawn anew with each reading.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{t(`faulty.${why}`, { line, text })}</li>
        ))}
      </ul>
    </Alert>
  );
}

interface PhonesProps {
  emails: readonly string[];
  isSubmitted: boolean;
  refused: readonly number[];
}

function Phones({ emails, isSubmitted, refused }: PhonesProps) {
  const t = useTranslations('newShare');
  const forms = useTranslations('forms');
  const { phones } = useShare();
  const change = useChange();
  return (
    <div className={css.phones}>
      {emails.map((email, index) => {
        const typed = phones[email] ?? '';
        const isWrong = (isSubmitted && typed.trim() !== '' && !isFrenchMobile(typed)) || refused.includes(index);
        return (
          <PhoneField
            key={email}
            label={t('phoneOf', { email })}
            isOptional
            value={typed}
            errorMessage={isWrong ? forms('mobile') : undefined}
            onChange={(value) => change({ phones: { ...phones, [email]: value } })}
          />
        );
      })}
    </div>
  );
}
