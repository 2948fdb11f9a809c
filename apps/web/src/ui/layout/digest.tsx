import { useTranslations } from 'use-intl';
import css from './digest.module.css';
import { IconButton } from '../buttons/icon-button.tsx';
import { IconCopy } from '../buttons/icons.ts';
import { useNotify } from '../feedback/notifications.tsx';

interface DigestProps {
  label: string;
  /** In hex. */
  value: string;
  /** For a page that has several. */
  copyLabel?: string;
}

/** A digest to read, and to copy for a comparison. */
export function Digest({ label, value, copyLabel }: DigestProps) {
  const t = useTranslations('ui');
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify({ text: t('digestCopied') });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      notify({ type: 'warning', text: t('digestNotCopied') });
    }
  };
  return (
    <div className={css.digest}>
      <div>
        <p className={css.label}>{label}</p>
        <code>{value}</code>
      </div>
      <IconButton label={copyLabel ?? t('copyDigest')} onPress={() => void copy()}>
        <IconCopy size={19} stroke={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}
