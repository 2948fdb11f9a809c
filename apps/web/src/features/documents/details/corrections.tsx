import type { Document } from '@perenne/contract/documents';
import { IconArrowRight } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './details-panel.module.css';

interface CorrectionsProps {
  document: Document;
  onShow: (id: string) => void;
}

/** A payslip that was deposited again: both are kept, and lead to one another. */
export function Corrections({ document: { replaces, replacedBy }, onShow }: CorrectionsProps) {
  const t = useTranslations('details');
  if (!replaces && !replacedBy) return null;
  return (
    <section className={css.section} aria-label={t('corrections')}>
      <h4>{t('corrections')}</h4>
      {replacedBy && <Other text={t('wasReplaced')} action={t('showReplacement')} onPress={() => onShow(replacedBy)} />}
      {replaces && <Other text={t('isReplacement')} action={t('showReplaced')} onPress={() => onShow(replaces)} />}
      <p className={css.text}>{t('bothKept')}</p>
    </section>
  );
}

const Other = ({ text, action, onPress }: { text: string; action: string; onPress: () => void }) => (
  <>
    <p>{text}</p>
    <div className={css.actions}>
      <Button onPress={onPress}>
        {action}
        <IconArrowRight size={18} stroke={1.75} aria-hidden />
      </Button>
    </div>
  </>
);
