import type { Locator, Page } from 'playwright-core';

export const skeleton = (page: Page): Locator => page.getByRole('status', { name: 'Loading …' }).first();
