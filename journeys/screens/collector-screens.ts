import { expect, type Locator } from '@playwright/test';
import type { Collector } from '../../packages/contract/src/collectors.ts';
import { pace } from '../checks/pace.ts';
import type { Hands } from './hands.ts';

type State = Collector['status'] | 'code' | 'retry';

/** The rights over a collector that does not synchronise: for one that a journey makes up. */
export const can = {
  ...{ modify: true, activate: true, deactivate: true, synchronise: true },
  ...{ delete: true, giveCode: false, resendCode: false },
} satisfies Collector['can'];

/** A run is a process of its own, and the page looks each second. */
const runMs = 60_000 * pace;

/** The page of the accounts from which documents arrive by themselves. */
export class CollectorScreens {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  /** The page receives other collectors than those of the safe, from the next answer on. */
  async pretend(change: (collectors: readonly Collector[]) => object[]): Promise<void> {
    await this.#hands.page.route('**/backend/api/v1/collectors?*', async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { items: Collector[] };
      const items = change(list.items);
      await route.fulfill({ response: answer, json: { ...list, items, total: items.length } });
    });
  }

  async open(): Promise<void> {
    await this.#hands.page.goto('/collectors');
    await expect(this.#hands.page.getByRole('heading', { level: 1 })).toHaveText(this.#hands.t('collectors.title'));
  }

  get items(): Locator {
    const { page, t } = this.#hands;
    return page.getByRole('list', { name: t('collectors.list') }).locator(':scope > li');
  }
  item(name: string): Locator {
    return this.items.filter({ has: this.#hands.page.getByRole('heading', { level: 2, name, exact: true }) });
  }
  get dialog(): Locator {
    return this.#hands.page.getByRole('dialog');
  }

  async expectState(name: string, state: State): Promise<void> {
    const words = this.#hands.t(`collectors.state.${state}`);
    await expect(this.item(name).getByText(words, { exact: true })).toBeVisible({ timeout: runMs });
  }

  /** Something that a run has brought about. */
  async expectSoon(what: Locator): Promise<void> {
    await expect(what).toBeVisible({ timeout: runMs });
  }

  /** Presses the one action that mends what is the matter. */
  async mend(name: string, action: string): Promise<void> {
    const { t, press } = this.#hands;
    await press(
      this.item(name).getByRole('button', { name: t('collectors.mendNamed', { action, name }), exact: true }),
    );
  }

  async choose(name: string, entry: string): Promise<void> {
    const { page, t, press } = this.#hands;
    await press(this.item(name).getByRole('button', { name: t('collectors.menu', { name }) }));
    await expect(page.getByRole('menu')).toBeVisible();
    await press(page.getByRole('menuitem', { name: entry, exact: true }));
  }

  /** What the page says of a collector, by its name: when it synchronises next, for example. */
  fact(name: string, fact: string): Locator {
    return this.item(name).locator('dl > div').filter({ hasText: fact }).getByRole('definition');
  }

  /** Begins a new collector, as far as what its owner allows. */
  async giveAccount(agent: string, account: { login: string; password: string; name: string }): Promise<void> {
    const { page, t, press } = this.#hands;
    await press(page.getByRole('button', { name: t('collectors.add') }).first());
    await press(this.dialog.getByRole('button', { name: agent }));
    await this.dialog.locator('input[name="credentials.login"]').fill(account.login);
    await this.dialog.locator('input[name="credentials.password"]').fill(account.password);
    await this.field(t('collectors.accountName')).fill(account.name);
    await this.press(t('newCollector.next'));
  }

  /** Allows it, and waits for the documents of the first synchronisation. */
  async allow(agent: string, { count }: { count: number }): Promise<void> {
    const { t, press } = this.#hands;
    await press(this.dialog.getByText(t('newCollector.authorise', { name: agent })));
    await this.press(t('newCollector.submit'));
    await this.expectSoon(this.dialog.getByText(t('collectors.run.done', { count })).first());
  }

  async press(button: string): Promise<void> {
    // The cross of a dialog may be called as the button at its foot.
    await this.#hands.press(this.dialog.getByRole('button', { name: button, exact: true }).last());
  }

  /** Each of these fields is named as missing beside itself, and no other. */
  async expectMissing(labels: readonly string[]): Promise<void> {
    const { t } = this.#hands;
    const named = labels.map((field) => t('forms.required', { field }));
    await expect(this.dialog.getByText(new RegExp(t('forms.required', { field: '.+' })))).toHaveText(named);
  }

  /** The field of a partner, as it calls it. */
  field(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true });
  }
}
