import { until } from '@storewright/testing';

/**
 * What a page shows, once it shows it: an action in it has its effect in a later frame, or after an answer. `wanted` as in `toEqual`.
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
