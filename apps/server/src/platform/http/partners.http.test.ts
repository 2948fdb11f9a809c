import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { noPartners, type Partners } from '../partners.ts';

/** The policy of the pages, by directive, and their `runtime_conf.json`. */
async function readPages(partners: Partners) {
  const test = await createTestApp({ partners });
  try {
    const { headers } = await test.app.inject('/health');
    const conf = (await test.app.inject('/runtime_conf.json')).json<Partners>();
    const policy = String(headers['content-security-policy']);
    const directives = policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]);
    return { conf, policy, directives: Object.fromEntries(directives) as Record<string, string> };
  } finally {
    await test.close();
  }
}

const chatbotUrl = 'https://bot.example/widget/loader.js?site=7';
const reports = { url: 'https://reports.example:8443/collect', sampleRate: 0.1 };

describe('the pages', () => {
  it('speak to nobody else without configuration', async () => {
    const { conf, policy } = await readPages(noPartners);
    expect(conf).toMatchObject({ chatbotUrl: null, analytics: null, errorReporting: null });
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        'trusted-types default perenne perenne-pdf',
    );
  });

  it('give the chatbot a frame of our own, and let its origin into nothing', async () => {
    const { conf, policy, directives } = await readPages({ ...noPartners, chatbotUrl });
    expect(conf).toMatchObject({ chatbotUrl, analytics: null });
    expect(policy).not.toContain('bot.example');
    expect(directives).toMatchObject({
      'script-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'frame-ancestors': "'none'",
      'trusted-types': 'default perenne perenne-pdf',
    });
  });

  it('send measures and errors to their origins, and run nothing of them', async () => {
    const { conf, directives } = await readPages({ ...noPartners, analytics: reports, errorReporting: reports });
    expect(conf).toMatchObject({ analytics: reports, errorReporting: reports });
    expect(directives).toMatchObject({
      'script-src': "'self'",
      'connect-src': "'self' https://reports.example:8443",
      'trusted-types': 'default perenne perenne-pdf',
    });
    expect(directives).not.toHaveProperty('frame-src');
  });
});

describe('the configuration', () => {
  it('names no partner unless told, and measures nothing unless told how much', () => {
    expect(readConfig({}).partners).toEqual(noPartners);
    const told = { PERENNE_ANALYTICS_URL: 'https://a.example/', PERENNE_ERROR_REPORTING_URL: 'https://e.example/' };
    expect(readConfig(told).partners).toMatchObject({
      analytics: { sampleRate: 0 },
      errorReporting: { sampleRate: 0 },
    });
    const half = { ...told, PERENNE_ANALYTICS_SAMPLE_RATE: '0.5' };
    expect(readConfig(half).partners.analytics).toEqual({ url: 'https://a.example/', sampleRate: 0.5 });
  });

  it.each([
    { PERENNE_CHATBOT_URL: 'javascript:alert(1)' },
    { PERENNE_CHATBOT_URL: 'nothing' },
    { PERENNE_ANALYTICS_SAMPLE_RATE: '1.5' },
    { PERENNE_ERROR_REPORTING_SAMPLE_RATE: '-1' },
  ])('refuses %j', (environment) => {
    expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0]);
  });
});

describe('the controller of the personal data', () => {
  const named = {
    ...{ name: 'Coffres de Loire', address: '1 quai de Loire, 45000 Orléans', email: 'contact@coffres.example' },
    ...{ dpoEmail: 'dpo@coffres.example', hosting: 'Hébergeur, France' },
  };

  it('is given to the pages, and is null where nobody is named', async () => {
    for (const controller of [named, null]) {
      const test = await createTestApp({ controller });
      expect((await test.app.inject('/runtime_conf.json')).json()).toMatchObject({ controller });
      await test.close();
    }
  });

  it('comes from the configuration, what is left out as null', () => {
    expect(readConfig({}).controller).toBeNull();
    expect(readConfig({ PERENNE_CONTROLLER_NAME: named.name }).controller).toEqual({
      ...{ name: named.name, address: null, email: null, dpoEmail: null, hosting: null },
    });
    expect(
      readConfig({
        PERENNE_CONTROLLER_NAME: named.name,
        PERENNE_CONTROLLER_ADDRESS: named.address,
        PERENNE_CONTROLLER_EMAIL: named.email,
        PERENNE_CONTROLLER_DPO_EMAIL: named.dpoEmail,
        PERENNE_CONTROLLER_HOSTING: named.hosting,
      }).controller,
    ).toEqual(named);
  });
});
