import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const health = endpoint({
  id: 'health',
  method: 'GET',
  path: '/health',
  token: 'none',
  summary: 'The server listens',
  response: z.object({ version: z.string(), status: z.literal('ok') }),
  errors: [],
});

export const ready = endpoint({
  id: 'ready',
  method: 'GET',
  path: '/ready',
  token: 'none',
  summary: 'Every part answers; in the demonstration, its accounts are written',
  response: z.object({ status: z.literal('ready') }),
  errors: ['ServiceUnavailable'],
});

export const metrics = endpoint({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  token: 'none',
  summary: 'What this process measures, for Prometheus; outside the demonstration with the operator’s token',
  bytes: 'text/plain',
  errors: ['NotFound', 'AuthTokenNotValid'],
});

/** The controller of this installation's personal data (GDPR, article 13); a fact that is not configured is null. */
const controller = z.object({
  name: z.string(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  /** The data protection officer. */
  dpoEmail: z.string().nullable(),
  /** The host and its country. */
  hosting: z.string().nullable(),
});
export type Controller = z.output<typeof controller>;

export const runtimeConf = endpoint({
  id: 'runtimeConf',
  method: 'GET',
  path: '/runtime_conf.json',
  token: 'none',
  summary: 'What the pages need to know of this installation',
  response: z.object({
    /** This is the demonstration: its mails and SMS are at `inboxUrl`. */
    demo: z.boolean(),
    /** Files are scanned by an antivirus. */
    antivirus: z.boolean(),
    inboxUrl: z.string().nullable(),
    /** Another version of the application that a sign-in may be sent to. */
    otherVersionUrl: z.string().nullable(),
    /** One can sign in through the federation. */
    franceConnect: z.boolean(),
    chatbotUrl: z
      .string()
      .nullable()
      .describe(
        'The script of the support chatbot. It runs on `/chatbot.html` alone, a page of an opaque origin for a frame.',
      ),
    /** Off unless configured; a rate of 0 sends nothing. */
    analytics: z.object({ url: z.string(), sampleRate: z.number() }).nullable(),
    errorReporting: z.object({ url: z.string(), sampleRate: z.number() }).nullable(),
    controller: controller.nullable(),
  }),
  errors: [],
});
