import { IconCopy } from '../../../../ui/buttons/icons.ts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useTranslations('secondFactorSettings');
  const notify = useNotify();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify({ text: t('copied') }),
      () => notify({ type: 'error', text: t('copyFailed') }),
    );
  return (
    <Button onPress={() => void copy()}>
      <IconCopy size={19} stroke={1.75} aria-hidden />
      {children}
    </Button>
  );
}
