import type { Locator, Page } from 'playwright-core';

/** The first placeholder for content that is loading. A screen may show several at once, one for each card. */
export const skeleton = (page: Page): Locator => page.getByRole('status', { name: 'Loading …' }).first();
