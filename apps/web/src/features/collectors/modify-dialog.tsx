import { type Agent, type Collector, patchCollector } from '@perenne/contract/collectors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormSetValue } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { type Closure, closureOf, putCollector, refreshCollectors } from '../../lib/documents/collector-queries.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { focusFault } from '../../lib/sign-in/flow/focus-fault.ts';
import { setServerErrors } from '../../lib/forms/form.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { useSingleMutation } from '../../lib/api/use-single-mutation.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../ui/overlays/modal.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AccountName } from './account-name.tsx';
import { type AccountValues, AgentFields, type Removal } from './agent-fields.tsx';
import { blankCredentials, credentialsSchema, sentCredentials } from './agent-schema.ts';
import { CategorySelect, useCategoryOf } from './category-select.tsx';
import { catchFocusInItem } from './catch-focus-in-item.ts';
import { agentsQuery } from './collector-queries.ts';
import css from './collectors.module.css';

interface ModifyDialogProps {
  collector: Collector;
  /** Only the credentials, which the partner refuses. */
  isMending: boolean;
  onClose: () => void;
}

/** Changes what a collector is called, where it files, and with what it signs in. */
export function ModifyDialog({ collector, isMending, onClose }: ModifyDialogProps) {
  const t = useTranslations('collectors');
  const query = useQuery(agentsQuery(useLocale()));
  const { agent, accountName } = collector;
  const closure = closureOf(collector);
  const mendTitle = isOfNewKey(collector) ? t('newKey.title') : t('mendTitle', { name: agent.name });
  const title = isMending ? mendTitle : t('modifyTitle', { name: accountName });
  return (
    <Modal title={title} onClose={onClose}>
      {isMending && closure ? (
        <ClosedMending name={agent.name} closure={closure} onClose={onClose} />
      ) : (
        <QueryState query={query} skeleton={<Skeleton height={280} radius="var(--r-md)" />}>
          {({ items }) => (
            <ModifyForm
              collector={collector}
              agent={items.find(({ id }) => id === agent.id)}
              isMending={isMending}
              onClose={onClose}
            />
          )}
        </QueryState>
      )}
    </Modal>
  );
}

interface ClosedProps {
  name: string;
  closure: Closure;
}

/** The server takes no credentials for a partner that is closed. */
function ClosedCredentials({ name, closure, isLive = false }: ClosedProps & { isLive?: boolean }) {
  const t = useTranslations('collectors');
  return (
    <Alert tone="info" title={t(`agent.${closure}`, { name })} isLive={isLive}>
      {t(closure === 'ZOMBIE' ? 'credentialsOver' : 'credentialsClosed')}
    </Alert>
  );
}

/** It has closed since its owner was asked to mend this: the field that had the focus is gone. */
function ClosedMending({ onClose, ...closed }: ClosedProps & { onClose: () => void }) {
  const t = useTranslations('collectors');
  return (
    <>
      <ClosedCredentials {...closed} isLive />
      <ModalActions>
        <Button autoFocus onPress={onClose}>
          {t('run.close')}
        </Button>
      </ModalActions>
    </>
  );
}

type ModifyFormProps = ModifyDialogProps & { agent: Agent | undefined };

/** Its server shows another key, which its owner accepts by proving anew who they are. */
const isOfNewKey = ({ alert }: Collector): boolean => alert?.cause === 'HOST_KEY_CHANGED';

function ModifyForm({ collector, agent, isMending, onClose }: ModifyFormProps) {
  const t = useTranslations('collectors');
  const ui = useTranslations('ui');
  const errorMessage = useErrorMessage();
  // An agent that this installation offers no more has no credentials to ask for.
  const isAccepting = isMending && isOfNewKey(collector);
  const closure = closureOf(collector);
  const fields = closure ? [] : (agent?.fields ?? []).filter(({ secret }) => secret || !isAccepting);
  const otherId = useCategoryOf('other');
  const [categoryId, setCategory] = useState(collector.categoryId);
  const [isEmpty, setEmpty] = useState(false);
  const { control, handleSubmit, setError, setValue, formState } = useForm<AccountValues, unknown, AccountValues>({
    resolver: contractResolver(
      z.object({
        accountName: patchCollector.body.shape.accountName.unwrap(),
        credentials: credentialsSchema(fields, true),
      }),
    ),
    defaultValues: { accountName: collector.accountName, credentials: blankCredentials(fields) },
  });
  const save = useSave(collector, onClose);
  const removal = useRemoval(setValue);
  // An owner who removes something has not proved anew who they are.
  const mayRemove = !isOfNewKey(collector) && fields.some(({ required }) => !required);
  const isRefused = isEmpty && !formState.isDirty && removal.names.size === 0;
  const submit = handleSubmit(({ accountName, credentials }) => {
    const given = sentCredentials(fields, credentials, removal.names);
    const hasGiven = Object.keys(given).length > 0;
    setEmpty(isMending && !hasGiven);
    if (isMending && !hasGiven) return focusFault();
    const changes = {
      ...(accountName === collector.accountName ? {} : { accountName }),
      ...(categoryId === null || categoryId === collector.categoryId ? {} : { categoryId }),
      ...(hasGiven ? { credentials: given } : {}),
    };
    const names = ['accountName', ...fields.map(({ name }) => `credentials.${name}` as const)] as const;
    save.mutate(changes, { onError: (error) => setServerErrors(error, names, setError) });
  });
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {isOfNewKey(collector) && <Alert tone="warning">{t('newKey.text')}</Alert>}
      {isMending && !isAccepting && <p className={css.text}>{t('mendText')}</p>}
      {isMending && agent?.website && (
        <a className={css.website} href={agent.website} target="_blank" rel="noreferrer">
          {t('website', { name: agent.name })}
        </a>
      )}
      {!isMending && <AccountName control={control} />}
      {!isMending && <CategorySelect value={categoryId ?? otherId ?? null} onChange={setCategory} />}
      {closure ? (
        <ClosedCredentials name={collector.agent.name} closure={closure} />
      ) : (
        <fieldset className={css.fieldset}>
          {!isMending && <legend>{t('credentials')}</legend>}
          <p className={css.hint}>
            {t(isAccepting ? 'newKey.fields' : mayRemove ? 'credentialsKeptOrRemoved' : 'credentialsKept')}
          </p>
          <AgentFields control={control} fields={fields} isChange removal={mayRemove ? removal : undefined} />
        </fieldset>
      )}
      {(isRefused || save.error) && (
        <div tabIndex={-1} data-step-fault>
          <Alert tone="danger" isLive>
            {isRefused ? t(isAccepting ? 'newKey.none' : 'credentialsNone') : save.error && errorMessage(save.error)}
          </Alert>
        </div>
      )}
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {isAccepting ? t('newKey.accept') : isMending ? t('saveAndTry') : t('save')}
        </Button>
      </ModalActions>
    </form>
  );
}

/** The kept values that are to go: each leaves its field empty. */
function useRemoval(setValue: UseFormSetValue<AccountValues>): Removal {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const onChange = (name: string, isRemoved: boolean) => {
    if (isRemoved) setValue(`credentials.${name}`, '', { shouldDirty: true, shouldValidate: true });
    const others = [...names].filter((one) => one !== name);
    setNames(new Set(isRemoved ? [...others, name] : others));
  };
  return { names, onChange };
}

type Changes = { accountName?: string; categoryId?: string; credentials?: Record<string, string | number> };

function useSave({ id, status }: Collector, onClose: () => void) {
  const t = useTranslations('collectors');
  const queries = useQueryClient();
  const notify = useNotify();
  return useSingleMutation({
    mutationFn: async (changes: Changes) =>
      Object.keys(changes).length === 0 ? null : call(patchCollector, { params: { id }, body: changes }),
    onSuccess: async (collector) => {
      if (collector) {
        await putCollector(queries, collector);
        const name = collector.accountName;
        const isBegun = status === 'BLOCKED' && collector.status === 'SYNCHRONIZING';
        notify({ group: id, text: isBegun ? t('begun', { name }) : t('saved', { name }) });
      }
      catchFocusInItem(id);
      onClose();
    },
    onError: () => refreshCollectors(queries),
  });
}
