import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { appMachine } from './app-machine.ts';

const minute = 60_000;
let refreshes: number[];
let refreshedAt: number;

beforeEach(() => {
  vi.useFakeTimers();
  refreshes = [];
  refreshedAt = Date.now();
});
afterEach(() => vi.useRealTimers());

interface Edges {
  refresh?: () => Promise<void>;
  logout?: () => Promise<string>;
}

function start({ refresh = () => Promise.resolve(), logout = () => Promise.reject(new Error('none')) }: Edges = {}) {
  const logOutHere = vi.fn<() => void>();
  const warn = vi.fn<() => void>();
  const loadProfile = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const actor = createActor(
    appMachine.provide({
      actors: {
        loadProfile: fromPromise<unknown>(loadProfile),
        loadHealth: fromPromise<unknown>(() => Promise.reject(new Error('down'))),
        refreshToken: fromPromise<unknown>(async () => {
          refreshes.push(Date.now());
          await refresh();
          refreshedAt = Date.now();
        }),
        logoutFranceConnect: fromPromise<string>(logout),
      },
      actions: { warnOfRefresh: warn, logOutHere },
    }),
    {
      input: {
        hasAuthToken: () => true,
        untilRefreshMs: () => Math.max(0, refreshedAt + 55 * minute - Date.now()),
      },
    },
  );
  actor.start();
  return { actor, warn, loadProfile, logOutHere };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('shows the app even where its health cannot be told', async () => {
  const { actor } = start();
  const state = await waitFor(actor, (current) => current.matches('displaying_app'));
  expect(state.status).toBe('active');
});

it('refreshes the token every 55 minutes, not once', async () => {
  start();
  await pass(54 * minute);
  expect(refreshes).toHaveLength(0);
  await pass(2 * minute);
  expect(refreshes).toHaveLength(1);
  await pass(110 * minute);
  expect(refreshes).toHaveLength(3);
});

it('reloads the profile after a refresh', async () => {
  const { loadProfile } = start();
  await pass(56 * minute);
  expect(loadProfile).toHaveBeenCalledTimes(2);
});

it('keeps the refresh on time when the profile is reloaded in between', async () => {
  const { actor } = start();
  await pass(50 * minute);
  actor.send({ type: 'LOAD_PROFILE' });
  await pass(6 * minute);
  expect(refreshes).toHaveLength(1);
});

it('only warns of a refresh that failed, and tries again', async () => {
  const { actor, warn } = start({ refresh: () => Promise.reject(new Error('offline')) });
  await pass(55 * minute + 1000);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(actor.getSnapshot().matches('displaying_app')).toBe(true);
  await pass(minute);
  expect(refreshes).toHaveLength(2);
});

it('refreshes at once when the device wakes with an old token, and not with a fresh one', async () => {
  const { actor } = start();
  await pass(1000);
  actor.send({ type: 'WAKE_UP' });
  await pass(10);
  expect(refreshes).toHaveLength(0);
  refreshedAt = Date.now() - 56 * minute;
  actor.send({ type: 'WAKE_UP' });
  await pass(10);
  expect(refreshes).toHaveLength(1);
});

it('stores where FranceConnect is left, and goes on displaying until the browser goes there', async () => {
  const { actor, logOutHere } = start({ logout: () => Promise.resolve('https://federation.example/logout') });
  await pass(10);
  actor.send({ type: 'LOGOUT_FRANCE_CONNECT' });
  await pass(10);
  const { context, value } = actor.getSnapshot();
  expect(context.logoutAddress).toBe('https://federation.example/logout');
  expect(value).toEqual({ displaying_app: 'idle' });
  expect(logOutHere).not.toHaveBeenCalled();
});

it('signs out here where FranceConnect cannot be left', async () => {
  const { actor, logOutHere } = start();
  await pass(10);
  actor.send({ type: 'LOGOUT_FRANCE_CONNECT' });
  await pass(10);
  expect(logOutHere).toHaveBeenCalledTimes(1);
  expect(actor.getSnapshot().context.logoutAddress).toBeNull();
});
