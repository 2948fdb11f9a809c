import { createDocumentRequest, type DocumentRequest } from '@perenne/contract/document-requests';
import { blank, email, limits, plainLines } from '@perenne/contract/fields';
import { defaultShareDuration, shareDurations } from '@perenne/contract/shares';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { categoriesQuery, foldersQuery } from '../../../lib/documents/document-queries.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { setServerErrors, useFieldProps } from '../../../lib/forms/form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { ModalActions } from '../../../ui/overlays/modal.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { placeOptions } from './place-options.ts';
import css from './request-dialog.module.css';
import { type RequestBody, useCreateRequest } from './use-requests.ts';

const defaultFiles = 20;
const isFileCount = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= limits.requestedFiles;

const { title } = createDocumentRequest.body.shape;
const resolver = contractResolver(
  z.object({
    title,
    message: z.union([blank, plainLines(limits.shareMessage)]),
    email: z.union([blank, email]),
    maxFiles: z.string().refine(isFileCount),
  }),
);

interface Values {
  title: string;
  message: string;
  email: string;
  maxFiles: string;
}

interface RequestFormProps {
  onMade: (request: DocumentRequest & { link: string }) => void;
  onClose: () => void;
}

export function RequestForm({ onMade, onClose }: RequestFormProps) {
  const t = useTranslations('documentRequests');
  const ui = useTranslations('ui');
  const errorMessage = useErrorMessage();
  const create = useCreateRequest();
  const { places, otherId } = usePlaces();
  const [placeId, setPlaceId] = useState<string>();
  const [durationDays, setDuration] = useState<RequestBody['durationDays']>(defaultShareDuration);
  const { control, handleSubmit, setError } = useForm({
    resolver,
    defaultValues: { title: '', message: '', email: '', maxFiles: String(defaultFiles) },
  });
  const place = places.find(({ id }) => id === (placeId ?? otherId)) ?? places[0];
  const submit = handleSubmit(({ maxFiles, message: text, email: to, ...values }) => {
    const optional = { ...(text ? { message: text } : {}), ...(to ? { email: to } : {}) };
    create.mutate(
      { ...values, ...optional, ...place?.place, durationDays, maxFiles: Number(maxFiles) },
      { onSuccess: onMade, onError: (error) => setServerErrors(error, ['title', 'message', 'email'], setError) },
    );
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <What control={control} />
      <div className={css.apart}>
        <Select label={t('place')} options={places} value={place?.id ?? null} onChange={setPlaceId} />
      </div>
      <Whom control={control} />
      <Bounds control={control} durationDays={durationDays} onDuration={setDuration} />
      {create.isError && (
        <Alert tone="danger" isLive>
          {errorMessage(create.error)}
        </Alert>
      )}
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {t('submit')}
        </Button>
      </ModalActions>
    </form>
  );
}

interface FieldProps {
  control: Control<Values, unknown, Values>;
}

function What({ control }: FieldProps) {
  const t = useTranslations('documentRequests');
  const fieldProps = useFieldProps();
  return (
    <Controller
      control={control}
      name="title"
      render={({ field, fieldState }) => (
        <TextField {...fieldProps(field, fieldState)} label={t('what')} hint={t('whatHint')} isRequired />
      )}
    />
  );
}

function Whom({ control }: FieldProps) {
  const t = useTranslations('documentRequests');
  const fieldProps = useFieldProps();
  return (
    <>
      <Controller
        control={control}
        name="email"
        render={({ field, fieldState }) => (
          <TextField
            {...fieldProps(field, fieldState)}
            label={t('email')}
            hint={t('emailHint')}
            type="email"
            inputMode="email"
            autoComplete="off"
            isOptional
          />
        )}
      />
      <Controller
        control={control}
        name="message"
        render={({ field, fieldState }) => (
          <TextArea
            label={t('message')}
            value={field.value}
            onChange={field.onChange}
            errorMessage={fieldProps(field, fieldState).errorMessage}
            maxLength={limits.shareMessage}
            isOptional
          />
        )}
      />
    </>
  );
}

interface BoundsProps extends FieldProps {
  durationDays: RequestBody['durationDays'];
  onDuration: (days: RequestBody['durationDays']) => void;
}

function Bounds({ control, durationDays, onDuration }: BoundsProps) {
  const t = useTranslations('documentRequests');
  const newShare = useTranslations('newShare');
  const fieldProps = useFieldProps();
  return (
    <div className={css.pair}>
      <Select
        label={t('duration')}
        options={shareDurations.map((days) => ({ id: String(days), label: newShare('days', { days }) }))}
        value={String(durationDays)}
        onChange={(id) => onDuration(shareDurations.find((days) => String(days) === id))}
      />
      <Controller
        control={control}
        name="maxFiles"
        render={({ field, fieldState }) => (
          <TextField
            {...fieldProps(field, fieldState)}
            label={t('maxFiles')}
            hint={t('maxFilesHint', { max: limits.requestedFiles })}
            errorMessage={fieldState.error ? t('maxFilesFault', { max: limits.requestedFiles }) : undefined}
            inputMode="numeric"
          />
        )}
      />
    </div>
  );
}

/** Files of others wait in "other" until they are filed, unless their owner says where they go. */
function usePlaces() {
  const t = useTranslations('documentRequests');
  const categories = useQuery(categoriesQuery).data?.items ?? [];
  const folders = useQuery(foldersQuery).data?.items ?? [];
  const places = placeOptions(categories, folders, (place, name) => t('placeIn', { place, name }));
  return { places, otherId: categories.find(({ kind }) => kind === 'other')?.id };
}
