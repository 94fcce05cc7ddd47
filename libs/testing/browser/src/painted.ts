import type { Page } from 'playwright-core';

/**
 * Waits for two animation frames, after which a new window width and theme are applied and CSS transitions
 * have ended.
 */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}
