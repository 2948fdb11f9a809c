import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { noPartners } from '../../partners.ts';

const chatbotUrl = 'https://bot.example:8443/widget/loader.js?site=7&name="><script>';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ partners: { ...noPartners, chatbotUrl } });
});
afterAll(() => t.close());

const askPage = (method: 'GET' | 'HEAD' = 'GET') => t.app.inject({ method, url: '/chatbot.html' });

async function readPolicy() {
  const policy = String((await askPage()).headers['content-security-policy']);
  const directives = policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]);
  return Object.fromEntries(directives) as Record<string, string[]>;
}

describe('the page of the chatbot', () => {
  it('is of an opaque origin, in its frame and opened by itself', async () => {
    const { sandbox } = await readPolicy();
    expect(sandbox).toEqual(['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox']);
    // A browser opens no page that has both an opener policy and a sandbox.
    expect((await askPage()).headers).not.toHaveProperty('cross-origin-opener-policy');
  });

  it('runs its own script and those of the chatbot’s origin, and speaks to nobody else', async () => {
    const { body } = await askPage();
    const [, script = ''] = /<script [^>]*>(.*?)<\/script>/s.exec(body) ?? [];
    const digest = createHash('sha256').update(script).digest('base64');
    const { sandbox, ...others } = await readPolicy();
    const origin = 'https://bot.example:8443';
    expect(sandbox).toBeDefined();
    expect(others).toEqual({
      'default-src': ["'none'"],
      'script-src': [`'sha256-${digest}'`, origin],
      'style-src': [origin],
      'img-src': [origin, 'blob:', 'data:'],
      'font-src': [origin, 'data:'],
      'media-src': [origin, 'blob:', 'data:'],
      'connect-src': [origin, 'wss://bot.example:8443'],
      'frame-src': [origin],
      'form-action': [origin],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'self'"],
    });
  });

  it('stands in frames of our own pages, with no permission and no referrer', async () => {
    const { headers } = await askPage();
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    });
  });

  it('names the configured script, and no markup comes from its address', async () => {
    const { body } = await askPage();
    expect(body).toContain(
      'data-address="https://bot.example:8443/widget/loader.js?site=7&amp;name=&quot;>&lt;script>"',
    );
    expect(body.match(/<script/g)).toHaveLength(1);
  });

  it('answers HEAD with the same headers', async () => {
    const [{ headers }, head] = [await askPage(), await askPage('HEAD')];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-security-policy', 'x-frame-options', 'content-length'])
      expect(head.headers[name]).toBe(headers[name]);
  });

  it('is not there where no chatbot is configured', async () => {
    const without = await createTestApp();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await without.app.inject({ method, url: '/chatbot.html' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
    }
    await without.close();
  });
});
