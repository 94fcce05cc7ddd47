import type { Page } from 'playwright-core';

/** Blocks the page's matching API requests, so that a test can inspect loading and error states. */
export async function holdAnswers(page: Page, pattern: string) {
  let decide = (_isServed: boolean): void => undefined;
  const decided = new Promise<boolean>((resolve) => (decide = resolve));
  await page.route(pattern, async (route) => {
    if (await decided) await route.continue();
    else await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
  });
  return {
    /** Responds with status 503 to the blocked API requests and to later requests. */
    fail: () => decide(false),
    /** Forwards the blocked API requests and later requests to the service. */
    release: () => decide(true),
    end: () => page.unroute(pattern),
  };
}
