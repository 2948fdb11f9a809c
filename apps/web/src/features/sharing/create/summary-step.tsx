import { limits } from '@perenne/contract/fields';
import { IconX } from '../../../ui/buttons/icons.ts';
import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api-error.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepActions, StepBack, StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { classNames } from '../../../ui/buttons/class-names.ts';
import { DocThumb } from '../../../ui/brand/doc-thumb.tsx';
import { FieldMessage } from '../../../ui/fields/field-message.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { endAfter } from '../end-after.ts';
import { toneOfType } from '../type-tone.ts';
import { type ChosenDocument, useChosenDocuments } from './chosen-documents.ts';
import css from './create-share.module.css';
import { ShareActor, useChange, useShare } from './share-actor.ts';
import { watermarkOf } from './watermarked.ts';

/** All of it, once more, before it goes to anyone. */
export function SummaryStep() {
  const t = useTranslations('newShare');
  const formats = useFormats();
  const { send } = ShareActor.useActorRef();
  const { title, durationDays, documents, watermarkRefusal } = useShare();
  const chosen = useChosenDocuments(documents);
  const [from] = useState(nowMs);
  const size = chosen.reduce((sum, { document }) => sum + (document?.size ?? 0), 0);
  const isGone = chosen.some(({ isMissing }) => isMissing);
  const show = (step: 'configuration' | 'documents') => send({ type: 'SHOW', step });
  return (
    <StepFrame title={t('summaryTitle')} text={t('summaryText')}>
      {isGone && (
        <Alert tone="danger" isLive>
          {t('gone')}
        </Alert>
      )}
      <div className={css.summary}>
        <Card>
          <div className={css.part}>
            <div>
              <h2>{title}</h2>
              <p>
                {t('days', { days: durationDays })} ·{' '}
                {t('ends', { date: formats.dateLong(endAfter(durationDays, from)) })}
              </p>
            </div>
            <Button
              variant="quiet"
              aria-label={t('changeWhat', { what: t('steps.configuration') })}
              onPress={() => show('configuration')}
            >
              {t('change')}
            </Button>
          </div>
        </Card>
        <Card>
          <div className={css.part}>
            <h2>{t('total', { count: documents.length, size: formats.size(size) })}</h2>
            <Button
              variant="quiet"
              aria-label={t('changeWhat', { what: t('steps.documents') })}
              onPress={() => show('documents')}
            >
              {t('change')}
            </Button>
          </div>
          <Held chosen={chosen} />
        </Card>
        <Unmarkable chosen={chosen} />
        {chosen.some(({ document }) => watermarkOf(document) === 'borne') && <Watermark />}
        <StepActions
          submitLabel={t('next')}
          isDisabled={isGone || documents.length === 0}
          back={<StepBack label={t('back')} onPress={() => show('documents')} />}
          onPress={() => (watermarkRefusal ? focusFault() : send({ type: 'DONE' }))}
        />
      </div>
    </StepFrame>
  );
}

function Held({ chosen }: { chosen: readonly ChosenDocument[] }) {
  const t = useTranslations('newShare');
  const types = useTranslations('documents.types');
  const formats = useFormats();
  const change = useChange();
  const { documents, watermark } = useShare();
  return (
    <ul aria-label={t('chosenTitle')}>
      {chosen.map(({ id, document, isMissing }) => {
        const title = isMissing ? t('missingDocument') : (document?.title ?? '…');
        return (
          <li key={id} className={classNames(css.row, css.held)}>
            <DocThumb tone={toneOfType(document?.type ?? 'AUDO')} height={36} />
            <div className={css.words}>
              <b>{title}</b>
              {document && !isMissing && (
                <small>
                  {[types(document.type), document.origin?.name, formats.size(document.size)]
                    .concat(watermark && watermarkOf(document) === 'borne' ? t('marked') : [])
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              )}
            </div>
            {documents.length > 1 && (
              <IconButton
                label={t('remove', { title })}
                onPress={() => change({ documents: documents.filter((other) => other !== id) })}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Identity papers go out as they are where no mark can be drawn on them. */
function Unmarkable({ chosen }: { chosen: readonly ChosenDocument[] }) {
  const t = useTranslations('newShare');
  const papers = chosen.flatMap(({ document }) => (watermarkOf(document) === 'impossible' ? (document ?? []) : []));
  if (papers.length === 0) return null;
  const titles = papers.map(({ title }) => title).join(', ');
  return <Alert tone="warning">{t('unmarkable', { count: papers.length, titles })}</Alert>;
}

/** The words of the server's refusal. Coming back for it leads to the box. */
function useWatermarkRefusal(): string | undefined {
  const errorMessage = useErrorMessage();
  const { watermarkRefusal: refusal } = useShare();
  useEffect(() => {
    if (refusal) focusFault();
  }, [refusal]);
  return refusal && errorMessage(new ApiError(400, [refusal]));
}

/** On unless its owner says no: a copy of an identity paper that says what it was given for serves for little else. */
function Watermark() {
  const t = useTranslations('newShare');
  const change = useChange();
  const { watermark, purpose, title } = useShare();
  const refusal = useWatermarkRefusal();
  const refusalId = useId();
  return (
    <Card>
      <Checkbox
        isSelected={watermark}
        isInvalid={refusal !== undefined}
        {...(refusal && { 'aria-describedby': refusalId })}
        onChange={(isOn) => change({ watermark: isOn })}
      >
        {t('watermark')}
      </Checkbox>
      {refusal && (
        <div className={css.refusal}>
          <FieldMessage id={refusalId} errorMessage={refusal} />
        </div>
      )}
      {watermark && (
        <>
          <p className={css.under}>{t('watermarkText')}</p>
          <TextField
            label={t('purpose')}
            hint={t('purposeHint')}
            isOptional
            placeholder={title}
            maxLength={limits.shareTitle}
            value={purpose}
            onChange={(typed) => change({ purpose: typed })}
          />
        </>
      )}
      {!watermark && <Alert tone="warning">{t('noWatermark')}</Alert>}
    </Card>
  );
}
