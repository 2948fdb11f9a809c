import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The chatbot knows an owner by a name of its own, which leads to no safe. */
export const issueChatbotToken = ({ chatbot, secrets }: Platform, { safeId }: Owner): Promise<string> =>
  chatbot.issue(secrets.tag('chatbot', safeId).toString('base64url'));
