import { expect, it } from 'vitest';
import { type AgentField, credentialsSchema, sentCredentials } from './agent-schema.ts';

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
