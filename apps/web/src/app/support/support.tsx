import { createContext, type ReactNode, use, useState } from 'react';
import { makePart } from '../../lib/lazy/part.tsx';
import { useRuntimeConf } from '../../lib/api/runtime-conf.tsx';

const HelpPanel = makePart(() => import('../help/help-panel.tsx').then((module) => module.HelpPanel), 'rest');
const ChatbotPanel = makePart(() => import('./chatbot-panel.tsx').then((module) => module.ChatbotPanel), 'rest');

/** @param opener gets the focus back once the panel closes */
type AskHelp = (opener: HTMLElement | null) => void;

const AskHelpContext = createContext<AskHelp | null>(null);

/** Opens the panel of the support. */
export function useAskHelp(): AskHelp {
  const askHelp = use(AskHelpContext);
  if (!askHelp) throw new Error('useAskHelp outside Support');
  return askHelp;
}

/** A signed-in owner may ask: the chatbot where one is configured and answers, else our own help. */
export function Support({ children }: { children: ReactNode }) {
  const chatbotUrl = useRuntimeConf()?.chatbotUrl;
  const [asking, setAsking] = useState<{ opener: HTMLElement | null }>();
  const close = () => setAsking(undefined);
  return (
    <AskHelpContext value={(opener) => setAsking({ opener })}>
      {children}
      {asking &&
        (chatbotUrl ? (
          <ChatbotPanel chatbotUrl={chatbotUrl} opener={asking.opener} onClose={close} />
        ) : (
          <HelpPanel onClose={close} />
        ))}
    </AskHelpContext>
  );
}
