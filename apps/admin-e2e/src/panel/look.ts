import { look as lookAtPage } from '@storewright/browser-testing';
import type { Page } from 'playwright-core';

/** Minimum width and height of a link or button outside a sentence (WCAG 2.2, 2.5.8). */
const MIN_TARGET_PX = 24;

/**
 * Checks a page for accessibility and clipped content like `look` of browser-testing, and also the size of
 * links and buttons. axe accepts small targets if no other target is near, so its verdict depends on the
 * font.
 */
export async function look(page: Page, name: string): Promise<void> {
  await lookAtPage(page, name);
  expect({ name, smallTargets: await smallTargets(page) }).toEqual({ name, smallTargets: [] });
}

/** Returns links and buttons outside sentences that are smaller than MIN_TARGET_PX. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minPx) => {
    const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')];
    const sizeOf = (target: HTMLElement) => target.getBoundingClientRect();
    // Detects controls for screen readers only, which are inside a clipped box.
    const isVisible = (target: HTMLElement) => {
      for (let box: HTMLElement | null = target; box; box = box.parentElement)
        if (sizeOf(box).width <= 1 || getComputedStyle(box).visibility === 'hidden') return false;
      return true;
    };
    return targets
      .filter((target) => !target.closest('p') && isVisible(target))
      .filter((target) => Math.min(sizeOf(target).width, sizeOf(target).height) < minPx - 0.1)
      .map((target) => {
        const { width, height } = sizeOf(target);
        return `${width.toFixed(1)} × ${height.toFixed(1)} px: ${target.outerHTML.slice(0, 120)}`;
      });
  }, MIN_TARGET_PX);
}
