import { IconCopyCheck } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import css from '../activation.module.css';

/** Another tab was faster, and is signed in: there is nothing left to enter here. */
export function OpenElsewhereStep({ onEnter }: { onEnter: () => void }) {
  const t = useTranslations('activation');
  return (
    <div className={flow.done}>
      <div className={css.mark} aria-hidden>
        <IconCopyCheck size={48} stroke={1.6} />
      </div>
      <PageHeading title={t('openElsewhereTitle')} subtitle={t('openElsewhereText')} />
      <Button variant="primary" onPress={onEnter}>
        {t('enter')}
      </Button>
    </div>
  );
}
