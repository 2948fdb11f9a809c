import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/browser/use-online.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { IconX } from '../../ui/buttons/icons.ts';
import modal from '../../ui/overlays/modal.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { HelpPanel } from '../help/help-panel.tsx';
import { Chatbot, type ChatbotState } from './chatbot.ts';
import css from './chatbot-panel.module.css';

interface ChatbotPanelProps {
  chatbotUrl: string;
  opener: HTMLElement | null;
  onClose: () => void;
}

/** Shows a chatbot, which ends with it; our own help, where the chatbot does not come or had to be stopped. */
export function ChatbotPanel({ chatbotUrl, opener, onClose }: ChatbotPanelProps) {
  const t = useTranslations('chatbot');
  const [chatbot] = useState(() => new Chatbot());
  const state = useSyncExternalStore(chatbot.subscribe, chatbot.getState);
  const isOnline = useOnline();
  const close = useEffectEvent(onClose);
  const leave = () => {
    chatbot.hide();
    onClose();
  };
  useEffect(() => {
    if (state === 'over') close();
  }, [state]);
  useDialog(chatbot, { state, opener, onClose: leave, frameTitle: t('frame') });
  useEffect(() => {
    if (isOnline) chatbot.start();
  }, [chatbot, isOnline]);
  if (state === 'over') return null;
  if (state === 'failed' || state === 'stopped') return <HelpPanel notice={t(state)} onClose={onClose} />;
  const isLoading = state === 'loading';
  return createPortal(
    <>
      <Head host={new URL(chatbotUrl).host} isOffline={!isOnline && !isLoading} onClose={leave} />
      {isLoading && (isOnline ? <Loading /> : <ErrorState message={t('offline')} isOffline />)}
    </>,
    chatbot.around,
  );
}

const titleId = 'chatbot-title';

interface HeadProps {
  /** Whose service it is. */
  host: string;
  isOffline: boolean;
  onClose: () => void;
}

function Head({ host, isOffline, onClose }: HeadProps) {
  const t = useTranslations('chatbot');
  const ui = useTranslations('ui');
  return (
    <div className={css.top}>
      <div className={modal.head}>
        <h2 id={titleId}>{t('title')}</h2>
        <IconButton label={ui('close')} onPress={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <p className={css.provider}>{t('provider', { host })}</p>
      <output className={css.offline}>{isOffline && t('offlineNow')}</output>
    </div>
  );
}

function Loading() {
  const t = useTranslations('chatbot');
  return (
    <output className={css.loading}>
      <Spinner />
      {t('opening')}
    </output>
  );
}

interface DialogParts {
  state: ChatbotState;
  opener: HTMLElement | null;
  onClose: () => void;
  frameTitle: string;
}

/** The dialog of the chatbot is open while this is drawn, and the focus in the conversation once there is one. */
function useDialog(chatbot: Chatbot, { state, opener, onClose, frameTitle }: DialogParts) {
  const show = useEffectEvent(() => chatbot.show(opener));
  const close = useEffectEvent(onClose);
  const isEnded = state !== 'loading' && state !== 'running';
  useEffect(() => {
    chatbot.present({ className: css.dialog ?? '', titleId, frameTitle });
  }, [chatbot, frameTitle]);
  useEffect(() => {
    if (isEnded) return;
    const { dialog } = chatbot;
    const over = new AbortController();
    const { signal } = over;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    const onPress = ({ target }: Event) => target === dialog && close();
    // Escape; then what the browser closes whatever is said; then a press on the page behind.
    dialog.addEventListener('cancel', onCancel, { signal });
    dialog.addEventListener('close', () => !dialog.open && close(), { signal });
    dialog.addEventListener('pointerdown', onPress, { signal });
    show();
    return () => {
      over.abort();
      chatbot.hide();
    };
  }, [chatbot, isEnded]);
  useEffect(() => {
    if (state === 'running') chatbot.frame.focus();
  }, [chatbot, state]);
}
