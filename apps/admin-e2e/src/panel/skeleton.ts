import type { Locator, Page } from 'playwright-core';

/** The first loading placeholder on the page. */
export const skeleton = (page: Page): Locator => page.getByRole('status', { name: 'Loading …' }).first();
