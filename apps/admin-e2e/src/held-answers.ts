import type { Page } from 'playwright-core';

/** Requests of a page that wait for their answer: to look at what a screen shows meanwhile, and when they fail. */
export async function holdAnswers(page: Page, pattern: string) {
  let fail = (): void => undefined;
  const failed = new Promise<void>((resolve) => (fail = resolve));
  await page.route(pattern, async (route) => {
    await failed;
    await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
  });
  return {
    /** Those that wait are answered 503, and so are later ones. */
    fail,
    /** From now on they reach the service. */
    end: () => page.unroute(pattern),
  };
}
