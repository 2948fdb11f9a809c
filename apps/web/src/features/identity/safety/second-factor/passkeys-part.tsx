import { type Passkey, removePasskey } from '@perenne/contract/second-factor';
import { IconFingerprint, IconPencil, IconTrash } from '../../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/call.ts';
import { useFormats } from '../../../../lib/i18n/formats.ts';
import { makePart } from '../../../../lib/lazy/part.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { PasswordPrompt } from '../../password-prompt.tsx';
import css from '../safety.module.css';
import { isLastProof, type SecondFactorPartProps } from './second-factor-state.ts';
import { useDialog } from '../use-dialog.ts';

const PasskeyDialog = makePart(() => import('./passkey-dialog.tsx').then((module) => module.PasskeyDialog));
const RenamePasskeyDialog = makePart(() =>
  import('./rename-passkey-dialog.tsx').then((module) => module.RenamePasskeyDialog),
);

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const isSupported = typeof PublicKeyCredential === 'function';

type Shown = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey };

export function PasskeysPart({ state, onChanged }: SecondFactorPartProps) {
  const t = useTranslations('secondFactorSettings');
  const notify = useNotify();
  const { shown, open, close } = useDialog<Shown>();
  const remove = (passkey: Passkey) => async (password: string) => {
    await call(removePasskey, { params: { id: passkey.id }, body: { password } });
    notify({ text: t('removed') });
    close();
    onChanged();
  };
  return (
    <section className={css.part} aria-label={t('passkeys')}>
      <div className={css.head}>
        <h3>{t('passkeys')}</h3>
      </div>
      <p className={css.text}>{isSupported ? t('passkeysText') : t('passkeyUnsupported')}</p>
      {state.passkeys.length > 0 && (
        <ul className={css.list}>
          {state.passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onRename={() => open({ name: 'rename', passkey })}
              onRemove={() => open({ name: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      <div className={css.actions}>
        <Button isDisabled={!isSupported} onPress={() => open({ name: 'add' })}>
          {t('passkeyAdd')}
        </Button>
      </div>
      {shown?.name === 'add' && (
        <PasskeyDialog isFirst={!state.totp && state.passkeys.length === 0} onAdded={onChanged} onClose={close} />
      )}
      {shown?.name === 'rename' && (
        <RenamePasskeyDialog passkey={shown.passkey} onRenamed={onChanged} onClose={close} />
      )}
      {shown?.name === 'remove' && (
        <PasswordPrompt
          title={t('removeTitle')}
          submitLabel={t('remove')}
          isDanger
          onConfirm={remove(shown.passkey)}
          onClose={close}
        >
          <p>{t('removeText', { name: shown.passkey.name })}</p>
          {isLastProof(state) && <p>{t('lastOne')}</p>}
        </PasswordPrompt>
      )}
    </section>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyLine({ passkey: { name, addedAt, lastUsedAt }, onRename, onRemove }: PasskeyLineProps) {
  const t = useTranslations('secondFactorSettings');
  const formats = useFormats();
  return (
    <li>
      <IconFingerprint size={28} stroke={1.5} aria-hidden />
      <div className={css.words}>
        <b>{name}</b>
        <span>
          {t('passkeyAdded', { date: formats.dateLong(addedAt) })} ·{' '}
          {lastUsedAt ? t('passkeyUsed', { date: formats.dateLong(lastUsedAt) }) : t('passkeyNever')}
        </span>
      </div>
      <div className={css.tools}>
        <IconButton label={t('renameNamed', { name })} onPress={onRename}>
          <IconPencil {...icon} />
        </IconButton>
        <IconButton label={t('removeNamed', { name })} onPress={onRemove}>
          <IconTrash {...icon} />
        </IconButton>
      </div>
    </li>
  );
}
