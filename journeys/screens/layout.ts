import { expect, type Locator } from '@playwright/test';

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
