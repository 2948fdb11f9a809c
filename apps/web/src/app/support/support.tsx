import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { makePart } from '../../lib/part.tsx';
import { useRuntimeConf } from '../../lib/runtime-conf.tsx';

const HelpPanel = makePart(() => import('../help/help-panel.tsx').then((module) => module.HelpPanel), 'rest');

/** Opens the help panel; null where a support chatbot answers in its place. */
const AskHelpContext = createContext<(() => void) | null>(null);
export const useAskHelp = () => use(AskHelpContext);

/** A signed-in owner may ask: the chatbot where one is configured and can be loaded, else our own help. */
export function Support({ children }: { children: ReactNode }) {
  const isChatbotRunning = useChatbot();
  const [isAsking, setAsking] = useState(false);
  return (
    <AskHelpContext value={isChatbotRunning ? null : () => setAsking(true)}>
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
