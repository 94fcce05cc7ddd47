import { until } from '@storewright/testing';

/**
 * Polls `read` until its result equals `wanted`, because a page shows the effect of an action with a delay.
 *
 * ```ts
 * await button(page, 'Clear').click();
 * await expectSoon(() => rows(page).count(), 0);
 * ```
 */
export async function expectSoon(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  let seen: unknown;
  const isThere = async () => {
    seen = await read();
    return isEqual(seen, wanted);
  };
  await until('the page shows it', isThere).catch(() => expect(seen).toEqual(wanted));
}

function isEqual(seen: unknown, wanted: unknown): boolean {
  try {
    expect(seen).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}
