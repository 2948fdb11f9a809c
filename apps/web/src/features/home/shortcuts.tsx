import { IconCalendarMonth, IconFileUpload, IconPlugConnected, IconShare2 } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../lib/uploads/add-documents.ts';
import { Card } from '../../ui/layout/card.tsx';
import css from './shortcuts.module.css';

const icon = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;

export function Shortcuts() {
  const t = useTranslations('home');
  const documents = useTranslations('documents');
  const addDocuments = useAddDocuments();
  return (
    <Card title={t('shortcuts')} className={css.card}>
      <Button className={css.shortcut ?? ''} onPress={() => addDocuments()}>
        <Words icon={<IconFileUpload {...icon} />} title={t('addFile')} hint={t('addFileHint')} />
      </Button>
      <Link to="/payslips" className={css.shortcut}>
        <Words icon={<IconCalendarMonth {...icon} />} title={documents('payslipCalendar')} hint={t('payslipsHint')} />
      </Link>
      <Link to="/shares/new" className={css.shortcut}>
        <Words icon={<IconShare2 {...icon} />} title={t('shareDocuments')} hint={t('shareDocumentsHint')} />
      </Link>
      <Link to="/collectors" search={{ add: 'true' }} className={css.shortcut}>
        <Words icon={<IconPlugConnected {...icon} />} title={t('addCollector')} hint={t('addCollectorHint')} />
      </Link>
    </Card>
  );
}

const Words = ({ icon, title, hint }: { icon: ReactNode; title: string; hint: string }) => (
  <>
    <span className={css.icon}>{icon}</span>
    <span>
      <b>{title}</b>
      <small>{hint}</small>
    </span>
  </>
);
