import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { readKeptFlow, useFlowHistory, useKeptFlow } from '../../../lib/sign-in/kept-flow.ts';
import { forgetDocumentsToShare, readDocumentsToShare } from '../../../lib/documents/share-documents.ts';
import { keepInTab } from '../../../lib/browser/tab-memory.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import { Abandon } from './abandon.tsx';
import { ConfigurationStep } from './configuration-step.tsx';
import css from './create-share.module.css';
import { DocumentsStep } from './documents-step.tsx';
import { newShareKey } from './flow-key.ts';
import { ModeStep } from './mode-step.tsx';
import { ShareActor, useShare } from './share-actor.ts';
import { canShow, type ShareStep, shareSteps } from './share-context.ts';
import { shareMachine } from './share-machine.ts';
import { SummaryStep } from './summary-step.tsx';

/** A share in four steps. The draft lives through a reload, and through a look at another page. */
export function CreateSharePage() {
  const [begun] = useState(readDocumentsToShare);
  const [snapshot, setSnapshot] = useState(() => (begun ? undefined : readKeptFlow(newShareKey(), shareMachine)));
  return (
    <ShareActor.Provider
      key={snapshot ? 'resumed' : 'new'}
      options={{ input: { documents: begun ?? [] }, ...(snapshot ? { snapshot } : {}) }}
    >
      {snapshot && <Resumed onRestart={() => setSnapshot(undefined)} />}
      <Flow />
    </ShareActor.Provider>
  );
}

/** Documents chosen long ago must not leave with others by surprise. */
function Resumed({ onRestart }: { onRestart: () => void }) {
  const t = useTranslations('newShare');
  const { title, documents } = useShare();
  const [holdsSome] = useState(title !== '' || documents.length > 0);
  if (!holdsSome) return null;
  return (
    <div className={css.resumed}>
      <Alert
        tone="info"
        title={t('resumed')}
        actions={
          <Button variant="secondary" onPress={onRestart}>
            {t('restart')}
          </Button>
        }
      >
        {t('resumedText', { count: documents.length })}
      </Alert>
    </div>
  );
}

const screens: Record<ShareStep, ComponentType> = {
  configuration: ConfigurationStep,
  documents: DocumentsStep,
  summary: SummaryStep,
  mode: ModeStep,
};

function Flow() {
  const t = useTranslations('newShare');
  const actor = ShareActor.useActorRef();
  const state = ShareActor.useSelector((snapshot) => snapshot.value);
  const step = shareSteps.find((name) => name === state) ?? null;
  const { step: asked } = useSearch({ from: '/safe/shares/new' });
  const navigate = useNavigate();
  const [key] = useState(newShareKey);
  useKeptFlow(key, actor);
  useEffect(() => {
    keepInTab(key, actor.getPersistedSnapshot());
    forgetDocumentsToShare();
  }, [key, actor]);
  useFlowHistory({
    step,
    asked: shareSteps.find((name) => name === asked) ?? 'configuration',
    canShow: (named) => canShow(named, actor.getSnapshot().context),
    show: (named) => actor.send({ type: 'SHOW', step: named }),
    onStep: (next, { replace }) => void navigate({ to: '/shares/new', search: { step: next }, replace }),
  });
  const shown = step ?? 'mode';
  const Screen = screens[shown];
  return (
    <div className={css.page}>
      <div className={css.top}>
        <Stepper steps={shareSteps.map((name) => t(`steps.${name}`))} current={shareSteps.indexOf(shown)} />
        <Abandon />
      </div>
      <Screen key={shown} />
    </div>
  );
}
