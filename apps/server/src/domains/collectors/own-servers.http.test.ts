import { afterAll, beforeAll, expect, it } from 'vitest';
import { Collecting } from '../../testing/collecting/collector-steps.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let camille: Collecting;
beforeAll(async () => {
  test = await createTestApp({ collecting: { resolve: async (host) => [host] } });
  camille = await Collecting.make(test, { accounts: [] });
});
afterAll(() => test.close());

const [login, password] = ['camille', 'CANARY-31f0'];
const refused = async (agentId: string, credentials: object) => {
  const body = { agentId, accountName: 'Mon NAS', authorised: true, credentials: { login, password, ...credentials } };
  const answer = await camille.call('POST', 'collectors', body);
  expect(JSON.stringify(answer.body)).not.toContain('CANARY');
  const [error] = (answer.body as { errors: Array<{ code: string; field?: string; params?: { rule?: string } }> })
    .errors;
  return [answer.status, error?.code, error?.field, error?.params?.rule];
};

it.each([
  ['http://203.0.114.7/dav', 'format'],
  ['ftp://203.0.114.7/', 'format'],
  ['https://camille:secret@203.0.114.7/dav', 'format'],
  ['203.0.114.7', 'format'],
  ['https://127.0.0.1/dav', 'host'],
  ['https://0x7f.1:8443/dav', 'host'],
  ['https://[::1]/dav', 'host'],
  ['https://169.254.169.254/latest', 'host'],
  ['https://10.0.0.5/dav', 'host'],
  ['https://203.0.114.7:0/dav', 'value'],
])('an address of WebDAV goes to the internet, by TLS, without a user in it: %s', async (url, rule) => {
  expect(await refused('webdav', { url })).toEqual([400, 'InvalidRequest', 'credentials.url', rule]);
});

it.each([0, -1, 22.5, 65_536])('a port of SFTP is one: %d', async (port) => {
  expect(await refused('sftp', { host: '203.0.114.7', port })).toEqual([
    ...[400, 'InvalidRequest', 'credentials.port', 'value'],
  ]);
});

it.each(['127.0.0.1', '192.168.1.10', '::1', 'https://203.0.114.7/'])(
  'a server of SFTP is on the internet: %s',
  async (host) => {
    expect(await refused('sftp', { host })).toEqual([400, 'InvalidRequest', 'credentials.host', 'host']);
  },
);
