import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useI18n } from '../../lib/i18n.tsx';
import { makePart } from '../../lib/part.tsx';
import { useRuntimeConf } from '../../lib/runtime-conf.tsx';
import { useNotify } from '../../ui/notifications.tsx';

const HelpPanel = makePart(() => import('../help/help-panel.tsx').then((module) => module.HelpPanel));

/** Opens the help panel; null where a support chatbot answers in its place. */
const AskHelpContext = createContext<(() => void) | null>(null);
export const useAskHelp = () => use(AskHelpContext);

/** Who is signed in may ask: the chatbot where one is configured and can be loaded, else our own help. */
export function Support({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  const notify = useNotify();
  const t = useTranslations('network');
  const isChatbotRunning = useChatbot();
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    i18n.load('rest').then(
      () => setAsking(true),
      () => notify({ type: 'error', text: t('unreachable') }),
    );
  };
  return (
    <AskHelpContext value={isChatbotRunning ? null : ask}>
      {children}
      {isAsking && <HelpPanel onClose={() => setAsking(false)} />}
    </AskHelpContext>
  );
}

function useChatbot(): boolean {
  const url = useRuntimeConf()?.chatbotUrl;
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (!url) return;
    const leaving = new AbortController();
    import('./chatbot.ts')
      .then(({ startChatbot }) => startChatbot(url, leaving.signal))
      .then(
        () => setRunning(true),
        () => setRunning(false),
      );
    return () => leaving.abort();
  }, [url]);
  return isRunning;
}
