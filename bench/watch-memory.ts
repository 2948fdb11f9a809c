import type { Instance } from './instance.ts';

/** The highest resident size above that of the beginning, looked at every 50 ms. */
export async function watchMemory(instance: Instance) {
  const before = await instance.residentBytes();
  let highest = before;
  const timer = setInterval(() => {
    void instance.residentBytes().then((bytes) => (highest = Math.max(highest, bytes)));
  }, 50);
  return {
    highest: async () => {
      clearInterval(timer);
      return Math.max(highest, await instance.residentBytes()) - before;
    },
  };
}
