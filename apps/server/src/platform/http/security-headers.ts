import type { FastifyInstance } from 'fastify';
import { noPartners, type Partners } from '../partners.ts';

/** Scripts and styles of our own only; partners are named where they are configured, and nowhere else. */
function pagePolicy({ chatbotUrl, analytics, errorReporting }: Partners): string {
  const chatbot = originsOf(chatbotUrl);
  const reports = originsOf(analytics?.url, errorReporting?.url);
  const sources = (name: string, own: string, others: string[]) => [...new Set([name, own, ...others])].join(' ');
  return [
    "default-src 'none'",
    sources('script-src', "'self'", chatbot),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    sources('connect-src', "'self'", [...chatbot, ...reports]),
    ...chatbot.map((origin) => `frame-src ${origin}`),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The names are those of the pages' Trusted Types policies.
    `trusted-types default perenne perenne-pdf${chatbot.length > 0 ? ' perenne-chatbot' : ''}`,
  ].join('; ');
}

const originsOf = (...urls: Array<string | null | undefined>): string[] =>
  urls.filter((url) => typeof url === 'string').map((url) => new URL(url).origin);

const headersFor = (partners: Partners) => ({
  'content-security-policy': pagePolicy(partners),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-frame-options': 'DENY',
});

/** The headers of an answer that is no page. */
export const securityHeaders = headersFor(noPartners);

/** On every answer, whatever it is. A content that a browser could run brings its own policy. */
export function addSecurityHeaders(app: FastifyInstance, partners: Partners): void {
  const headers = headersFor(partners);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
