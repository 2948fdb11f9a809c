export type Sampled = { url: string; /** From 0, nothing, to 1, everything. */ sampleRate: number };

/** Services of others that the pages may speak to: none, unless the operator configures them. */
export type Partners = {
  /** The script of the support chatbot, which runs in the frame of `/chatbot.html` and nowhere else. */
  chatbotUrl: string | null;
  analytics: Sampled | null;
  errorReporting: Sampled | null;
};

export const noPartners: Partners = { chatbotUrl: null, analytics: null, errorReporting: null };
