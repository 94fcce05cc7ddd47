import type { Locator } from 'playwright-core';

/** Waits until it has the focus: a dialog takes it, and gives it back, in a frame after the one in which it is seen, or is not any more. */
export async function expectFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
}

/** The same of whatever is inside. */
export async function expectFocusWithin(element: Locator): Promise<void> {
  await expectFocus(element.locator('xpath=descendant-or-self::*'));
}
