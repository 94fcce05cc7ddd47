import type { Page } from 'playwright-core';

declare global {
  /** Receives the error of a failed test before its `afterEach` (test-environment.cjs). */
  var explainFailure: ((error: Error | string) => Promise<void>) | undefined;
}

/**
 * Adds the content of the open pages to the error of a failed test, because a locator timeout does not show
 * what was on the page.
 */
export function explainFailures(pages: () => Page[]): void {
  globalThis.explainFailure = async (error) => {
    // jest reports a timeout as a string, which cannot be extended.
    if (typeof error === 'string') return;
    const shown = await Promise.all(pages().map(shownOn));
    const [message = '', ...frames] = (error.stack ?? String(error)).split(/\n(?=\s+at )/);
    error.stack = [message, ...shown, ...frames].join('\n');
  };
}

async function shownOn(page: Page): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error));
  return `${page.url()} shows: ${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1500)}`;
}
