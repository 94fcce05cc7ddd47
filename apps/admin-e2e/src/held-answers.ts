import type { Page } from 'playwright-core';

/** Requests of a page that wait for their answer: to look at what a screen shows meanwhile, and when they fail. */
export async function holdAnswers(page: Page, pattern: string) {
  let decide = (_isServed: boolean): void => undefined;
  const decided = new Promise<boolean>((resolve) => (decide = resolve));
  await page.route(pattern, async (route) => {
    if (await decided) await route.continue();
    else await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
  });
  return {
    /** Those that wait are answered 503, and so are later ones. */
    fail: () => decide(false),
    /** Those that wait reach the service, and so do later ones. */
    release: () => decide(true),
    /** From now on they reach the service. */
    end: () => page.unroute(pattern),
  };
}
