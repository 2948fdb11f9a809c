import { IconCheck } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Ending } from '../flow-ending.tsx';

export function ChangedStep() {
  const t = useTranslations('resetPassword');
  return (
    <Ending icon={<IconCheck size={48} stroke={2.2} />} title={t('doneTitle')} text={t('doneText')}>
      <Link to="/login" className={buttonClass('primary')}>
        {t('toLogin')}
      </Link>
    </Ending>
  );
}
