import { look as lookAtPage } from '@storewright/browser-testing';
import type { Page } from 'playwright-core';

/** Minimum width and height of a link or button outside a sentence (WCAG 2.2, 2.5.8). */
const MIN_TARGET_PX = 24;

/**
 * Checks the accessibility, clipped content and link and button sizes of a page. The size check is needed because axe
 * accepts small targets if no other target is near.
 */
export async function look(page: Page, name: string): Promise<void> {
  await lookAtPage(page, name);
  expect({ name, smallTargets: await smallTargets(page) }).toEqual({ name, smallTargets: [] });
}

export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minPx) => {
    const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')];
    const sizeOf = (target: HTMLElement) => target.getBoundingClientRect();
    // Returns false for an invisible control, and for a control that only screen readers can find in a clipped box.
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
