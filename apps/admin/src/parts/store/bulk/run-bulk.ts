import { changeTogether } from '../../../api/operations';
import { readKnown, type StoreObject } from '../../../api/store';
import type { ListedType } from '../listed-types';
import { type BulkResult, changeRows, readAgain } from './change-rows';
import type { BulkProgress, BulkTask } from './use-bulk';

interface Running {
  /**
   * Failed rows, which the panel reloads before a retry. Unsent rows are not reloaded, because there can be
   * thousands.
   */
  stale: ReadonlySet<StoreObject>;
  signal: AbortSignal;
  set: (change: Partial<BulkProgress>) => void;
}

/** Reloads the failed rows and then applies the bulk change to all rows of `task`. */
export async function runBulk<R extends StoreObject>(
  shopId: string,
  { rows, change }: BulkTask<R>,
  { stale, signal, set }: Running,
): Promise<BulkResult<R>> {
  // A signal that never aborts, because a pending request must finish.
  const always = new AbortController().signal;
  const read = async ({ type, id }: R): Promise<R> =>
    (await readKnown<R>(shopId, { type: type as ListedType, id }, always)).object;
  const again = await readAgain(
    rows.filter((row) => stale.has(row)),
    read,
    signal,
  );
  const now = { ...again, done: [...again.done, ...rows.filter((row) => !stale.has(row))] };
  const attributesOf = new Map(now.done.map((row) => [row, change(row)]));
  const same = now.done.filter((row) => attributesOf.get(row) === undefined);
  const before = same.length + now.failed.length;
  set({ finished: before });
  const { done, failed, left } = await changeRows(
    now.done.filter((row) => !same.includes(row)),
    {
      send: (some, key) =>
        changeTogether(
          shopId,
          some.map((object) => ({ object, attributes: attributesOf.get(object)! })),
          key,
        ),
      onProgress: (finished) => set({ finished: before + finished }),
      wait: async (seconds) => {
        set({ isWaiting: true });
        await pause(seconds, signal);
        set({ isWaiting: false });
      },
      signal,
    },
  );
  return { done: [...same, ...done], failed: [...now.failed, ...failed], left: [...left, ...now.left] };
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
