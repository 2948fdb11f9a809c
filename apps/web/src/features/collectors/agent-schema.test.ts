import { expect, it } from 'vitest';
import { type AgentField, blankCredentials, credentialsSchema, sentCredentials } from './agent-schema.ts';

const field = (name: string, type: AgentField['type'], required = true): AgentField => ({
  ...{ name, type, required, secret: type === 'password' },
  label: name,
});
const fields = [field('login', 'email'), field('password', 'password'), field('port', 'number', false)];
const typed = { login: 'camille@example.org', password: ' secret ', port: '' };

it('asks for what a partner requires, each as what it is', () => {
  const schema = credentialsSchema(fields, false);
  expect(schema.safeParse(typed).success).toBe(true);
  expect(schema.safeParse({ ...typed, password: '' }).success).toBe(false);
  expect(schema.safeParse({ ...typed, login: 'camille' }).success).toBe(false);
  expect(schema.safeParse({ ...typed, port: 'a door' }).success).toBe(false);
});

it('lets a change leave anything as it is', () => {
  expect(credentialsSchema(fields, true).safeParse({ login: '', password: 'new', port: '' }).success).toBe(true);
  expect(credentialsSchema(fields, true).safeParse({ login: 'camille', password: '', port: '' }).success).toBe(false);
});

it('sends numbers as numbers, a password as it was typed, and nothing that is empty', () => {
  expect(sentCredentials(fields, typed)).toEqual({ login: 'camille@example.org', password: ' secret ' });
  expect(sentCredentials(fields, { ...typed, port: '2222' })).toMatchObject({ port: 2222 });
});

it('sends an empty value for what is to be removed, whatever its type, and leaves all else as it is', () => {
  const optional = [...fields, field('folder', 'text', false), field('key', 'password', false)];
  const removed = new Set(['port', 'key']);
  expect(sentCredentials(optional, blankCredentials(optional), removed)).toEqual({ port: '', key: '' });
  expect(sentCredentials(optional, { ...blankCredentials(optional), folder: 'A' }, removed)).toMatchObject({
    folder: 'A',
  });
});
