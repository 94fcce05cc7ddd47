import type { Page } from 'playwright-core';
import { painted } from './painted';
import { saveScreenshot } from './screenshots';

/**
 * Returns the content that is clipped at any of the given window widths in pixels. With SCREENSHOTS=1, saves
 * `<name>-<width>.png` in dist/screenshots.
 */
export async function clippedAt(page: Page, widths: readonly number[], name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await painted(page);
    found.push(...(await clipped(page)).map((problem) => `${name} at ${width} px: ${problem}`));
    if (process.env['SCREENSHOTS']) await saveScreenshot(page, `${name}-${width}`);
  }
  return found;
}

/**
 * Returns the page content that users cannot see or scroll to. Reports content cut off by hidden overflow,
 * text wider than its cell or button, and elements outside the window and its scroll areas. Text with an
 * ellipsis is accepted.
 */
export async function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const labels = new Set(['A', 'BUTTON', 'TD', 'TH', 'LABEL', 'SUMMARY', 'H1', 'H2', 'H3']);
    const fields = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'OPTION']);
    const { clientWidth } = document.documentElement;
    const shown = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 140);

    const isVisible = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    /** Matches visually hidden text for screen readers, which is in a box of one pixel. */
    const isHiddenFromSight = (element: Element): boolean => {
      for (let box: Element | null = element; box; box = box.parentElement)
        if (box.clientWidth <= 1 && getComputedStyle(box).position === 'absolute') return true;
      return false;
    };
    const isReached = (element: Element): boolean => {
      for (let box = element.parentElement; box; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
          return true;
      return false;
    };
    const problemOf = (element: Element): string | undefined => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isWider = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      const isCut = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      if (isWider && isCut) return `cut off at ${element.clientWidth} of ${element.scrollWidth} px`;
      if (isWider && overflowX === 'visible' && labels.has(element.tagName))
        return `sticks out by ${element.scrollWidth - element.clientWidth} px`;
      const { left, right } = element.getBoundingClientRect();
      if ((right > clientWidth + 1 || left < -1) && !isReached(element))
        return `outside the window: ${Math.round(left)} to ${Math.round(right)} px`;
      return undefined;
    };

    return [...document.querySelectorAll('body *')].flatMap((element) => {
      if (fields.has(element.tagName) || element.closest('svg') || !isVisible(element)) return [];
      const problem = problemOf(element);
      return problem === undefined || isHiddenFromSight(element) ? [] : [`${problem}: ${shown(element)}`];
    });
  });
}
