import { expect, it } from 'vitest';
import { ownPath } from './guards.ts';
import { optional } from './root-route.ts';

it.each(['/home', '/documents?q=paie&sort=-size', '/account/safety#devices', '/documents/018f0000'])(
  'goes back to %s after a sign-in',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

it.each([
  ...[
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
  ],
  ...['javascript:alert(1)', ' //evil.example', '/login', '/login/second-factor', 'home', '', undefined, 1],
])('never follows %s', (path) => {
  expect(ownPath(path)).toBeUndefined();
});

it('leaves nothing of a refused value for the router to fill in', () => {
  expect('next' in optional('next', ownPath('https://evil.example'))).toBe(true);
});
