import type { Locator, Page } from 'playwright-core';

/** The first loading placeholder on the page. A screen may show several, for example one per card. */
export const skeleton = (page: Page): Locator => page.getByRole('status', { name: 'Loading …' }).first();
