import type { Page } from 'playwright-core';

/**
 * Waits until React Aria shows every open overlay, and then for two frames, in which the page adapts to its new width
 * and theme. Ends all animations. React Aria hides a new overlay for up to 600 ms if an on-screen keyboard could open.
 */
export async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll<HTMLElement>('[data-rac]')].some(({ style }) => style.opacity === '0'),
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}
