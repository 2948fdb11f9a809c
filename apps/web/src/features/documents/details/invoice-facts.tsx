import type { Document } from '@perenne/contract/documents';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import panel from './details-panel.module.css';
import css from './document-facts.module.css';

/** The facts of an electronic invoice; shows nothing if the document is none. */
export function InvoiceFacts({ document: { invoice } }: { document: Pick<Document, 'invoice'> }) {
  const t = useTranslations('details.invoice');
  const formats = useFormats();
  if (!invoice) return null;
  const { kind, supplier, number, date, dueDate, amount, amountWithoutTax } = invoice;
  const facts = [
    ['supplier', supplier],
    ['number', number],
    ['date', date && formats.calendarDate(date)],
    ['dueDate', dueDate && formats.calendarDate(dueDate)],
    ['amountWithoutTax', amountWithoutTax && formats.amount(amountWithoutTax)],
    ['amount', amount && formats.amount(amount)],
  ] as const;
  return (
    <section className={panel.section} aria-label={t(kind)}>
      <h4>{t(kind)}</h4>
      <dl className={css.facts}>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={panel.text}>{t('source')}</p>
    </section>
  );
}
