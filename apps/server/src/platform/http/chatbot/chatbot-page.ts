import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain-error.ts';

const template = new URL('chatbot-page.html', import.meta.url);

/**
 * Answers `/chatbot.html`: the page in which the script of the support chatbot runs. Its policy gives it an opaque
 * origin, in its frame and opened by itself, so that the script reaches nothing of the pages' own. Without a chatbot
 * there is no such page.
 */
export async function addChatbotPage(app: FastifyInstance, chatbotUrl: string | null): Promise<void> {
  const page = chatbotUrl === null ? null : await makePage(chatbotUrl);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/chatbot.html',
    handler: async (_request, reply) => {
      if (!page) throw new DomainError('NotFound');
      // A browser refuses a page that is opened by itself with both a sandbox and an opener policy.
      reply.removeHeader('cross-origin-opener-policy');
      return reply.headers(page.headers).type('text/html; charset=utf-8').send(page.html);
    },
  });
}

async function makePage(chatbotUrl: string) {
  const source = await readFile(template, 'utf8');
  const html = source.replace('{{address}}', () => escapeAttribute(chatbotUrl));
  const [, script] = /<script [^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  if (script === undefined) throw new Error('the page of the chatbot has no script');
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': framePolicy(new URL(chatbotUrl), digestOf(script)),
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    // For browsers that do not know `frame-ancestors`.
    'x-frame-options': 'SAMEORIGIN',
  };
  return { html, headers };
}

/** Without `allow-same-origin` the origin is opaque: no storage, cookies or pages of ours, whatever the script does. */
const sandbox = 'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Our one script by its hash; all else comes from the chatbot's origin and goes there. */
function framePolicy({ origin, host, protocol }: URL, digest: string): string {
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  return [
    sandbox,
    "default-src 'none'",
    `script-src '${digest}' ${origin}`,
    `style-src ${origin}`,
    `img-src ${origin} blob: data:`,
    `font-src ${origin} data:`,
    `media-src ${origin} blob: data:`,
    `connect-src ${origin} ${socket}`,
    `frame-src ${origin}`,
    `form-action ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const digestOf = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`;

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
