import type { Locator } from 'playwright-core';

/** Waits until the element has the focus. Dialogs move the focus one frame after they open or close. */
export async function expectFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
}

/** Waits until the element or one of its descendants has the focus. */
export async function expectFocusWithin(element: Locator): Promise<void> {
  await expectFocus(element.locator('xpath=descendant-or-self::*'));
}
