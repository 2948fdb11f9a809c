import type { FastifyInstance } from 'fastify';
import { noPartners, type Partners } from '../partners.ts';

/**
 * Scripts and styles of our own only. Partners get reports where they are configured, and nothing else; the chatbot has
 * a frame, whose page brings a policy of its own.
 */
function pagePolicy({ chatbotUrl, analytics, errorReporting }: Partners): string {
  const reports = [analytics, errorReporting].flatMap((partner) => (partner ? [new URL(partner.url).origin] : []));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    [...new Set(["connect-src 'self'", ...reports])].join(' '),
    ...(chatbotUrl === null ? [] : ["frame-src 'self'"]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The names are those of the pages' Trusted Types policies.
    'trusted-types default perenne perenne-pdf',
  ].join('; ');
}

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
