import { expect, type Locator, type Page } from '@playwright/test';

/** Neither covers the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()];
      if (!a || !b) return 'not there';
      const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
      return isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y ? 'apart' : 'over one another';
    })
    .toBe('apart');
}

/** It begins where the other ends, or further down. */
export async function expectBelow(one: Locator, other: Locator): Promise<void> {
  const [below, above] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
}

/** Returns its place once it has been the same for six frames. */
export const stillBoxOf = (target: Locator): Promise<{ x: number; y: number }> =>
  target.evaluate(async (element) => {
    const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
    let still = 0;
    let { x, y } = element.getBoundingClientRect();
    while (still < 6) {
      await nextFrame();
      const now = element.getBoundingClientRect();
      still = now.x === x && now.y === y ? still + 1 : 0;
      ({ x, y } = now);
    }
    return { x, y };
  });

/** Nothing of the page is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { needed, shown } = await page.evaluate(() => ({
    needed: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(needed, `${page.url()} in ${shown} px`).toBeLessThanOrEqual(shown);
}

/** No words of a link or a button run over its edge. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflowing = await page.locator('a:visible, button:visible').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { display, overflowX } = getComputedStyle(control);
        return display !== 'inline' && overflowX === 'visible' && control.scrollWidth > control.clientWidth + 1;
      })
      .map((control) => control.textContent),
  );
  expect(overflowing, `what runs over on ${page.url()}`).toEqual([]);
}

/** No line of a heading, a paragraph, a label or a button ends at the hyphen of a word, but in the owner's `title`. */
export async function expectWordsWhole(page: Page, title: string): Promise<void> {
  const cut = await page.locator('h1, h2, h3, p, label, button').evaluateAll((elements) => {
    const topOf = (text: Node, index: number) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect().top;
    };
    const cutWords = (text: Node) =>
      Array.from((text.nodeValue ?? '').matchAll(/(?<=[\p{L}\p{N}])-\u2060?(?=[\p{L}\p{N}])/gu))
        .filter(({ index, 0: hyphen }) => topOf(text, index + hyphen.length) - topOf(text, index) > 8)
        .map(() => text.nodeValue);
    const textsOf = (node: Node): Node[] =>
      node.nodeType === Node.TEXT_NODE ? [node] : Array.from(node.childNodes).flatMap(textsOf);
    return elements
      .filter((element) => element.checkVisibility())
      .flatMap(textsOf)
      .flatMap(cutWords);
  });
  const ofPage = cut.filter((text) => !text?.includes(title));
  expect(ofPage, `words that ${page.url()} cuts`).toEqual([]);
}

/** Nothing that stays on the screen covers the element that has the focus (WCAG 2.2, 2.4.11). */
export async function expectFocusInSight(page: Page): Promise<void> {
  const covering = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return 'nothing has the focus';
    const { x, y, width, height } = focused.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(top) ? null : `${focused.textContent} is below ${top?.outerHTML ?? 'the edge'}`;
  });
  expect(covering).toBeNull();
}
