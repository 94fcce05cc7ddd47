import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeTogether } from '../../../api/operations';
import { readKnown, type StoreObject } from '../../../api/store';
import { useShop } from '../../../session/shop';
import { useTexts } from '../../../texts/texts';
import { useAskBeforeUnload } from '../../ask-before-unload';
import { toast } from '../../toast';
import type { ListedType } from '../listed-types';
import type { ChangeOf } from './bulk-actions';
import { type BulkResult, changeRows, readAgain } from './change-rows';

/** Rows and the change to apply to them. */
export interface BulkTask<R extends StoreObject> {
  /** Title of the change. */
  title: string;
  rows: readonly R[];
  change: ChangeOf<R>;
}

export interface BulkProgress {
  title: string;
  finished: number;
  total: number;
  /** True while the change waits for Retry-After. */
  isWaiting: boolean;
  isStopping: boolean;
}

export interface BulkRun<R extends StoreObject> {
  /** Progress of the running change, or undefined if no change is running. */
  progress: BulkProgress | undefined;
  /** Result of the last change if rows failed or were not sent. */
  outcome: BulkOutcome<R> | undefined;
  /** Starts a change. Resolves when the change has finished or was stopped. */
  begin: (task: BulkTask<R>) => Promise<void>;
  /** Reads the failed and unsent rows again and retries them. */
  again: () => Promise<void>;
  stop: () => void;
  /** Discards the result of the last change. */
  forget: () => void;
}

export interface BulkOutcome<R extends StoreObject> {
  task: BulkTask<R>;
  result: BulkResult<R>;
}

/**
 * Changes many rows of a list. Leaving the list stops the change after the pending request. `onDone` receives
 * the changed rows.
 */
export function useBulk<R extends StoreObject>(
  type: ListedType,
  onDone: (rows: readonly R[]) => void,
): BulkRun<R> {
  const t = useTexts();
  const { id: shopId } = useShop();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const [outcome, keep] = useOutcome<R>(`${shopId} ${type}`);
  const runningRef = useEndedOnLeave();
  useAskBeforeUnload(() => progress !== undefined);

  const set = (change: Partial<BulkProgress>): void => setProgress((now) => now && { ...now, ...change });
  const run = async (task: BulkTask<R>, stale: ReadonlySet<R>): Promise<void> => {
    const { signal } = (runningRef.current = new AbortController());
    const total = task.rows.length;
    setProgress({ title: task.title, finished: 0, total, isWaiting: false, isStopping: false });
    keep(undefined);
    const result = await changed(shopId, task, { stale, signal, set });
    const count = result.done.length;
    setProgress(undefined);
    if (count < total) keep({ task, result });
    if (count === total) toast(t('bulk.done', { rows: t(`store.${type}.count`, { count }) }));
    else if (signal.aborted) toast(t('bulk.stopped', { count, total }));
    onDone(result.done);
    // Reloads other data, because the change also affects other lists, sums and stock.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === shopId });
  };
  return {
    progress,
    outcome,
    begin: (task) => run(task, none),
    again: async () => {
      if (outcome) await run(...notDone(outcome));
    },
    stop: () => {
      runningRef.current?.abort();
      set({ isStopping: true });
    },
    forget: () => keep(undefined),
  };
}

const none: ReadonlySet<never> = new Set();

/** Returns the rows that were not changed, and the failed rows among them. */
function notDone<R extends StoreObject>({ task, result }: BulkOutcome<R>): [BulkTask<R>, ReadonlySet<R>] {
  const failed = result.failed.map(({ row }) => row);
  return [{ ...task, rows: [...failed, ...result.left] }, new Set(failed)];
}

/**
 * Results by shop and list, so that the failures are still shown after a person has opened one of the rows.
 */
const outcomes = new Map<string, BulkOutcome<StoreObject>>();

function useOutcome<R extends StoreObject>(key: string) {
  const [outcome, setOutcome] = useState(outcomes.get(key) as BulkOutcome<R> | undefined);
  const keep = (next: BulkOutcome<R> | undefined): void => {
    if (next) outcomes.set(key, next as unknown as BulkOutcome<StoreObject>);
    else outcomes.delete(key);
    setOutcome(next);
  };
  return [outcome, keep] as const;
}

interface Running {
  /**
   * Failed rows, which are read again before a retry. Unsent rows are not read again, because there can be
   * thousands.
   */
  stale: ReadonlySet<StoreObject>;
  signal: AbortSignal;
  set: (change: Partial<BulkProgress>) => void;
}

async function changed<R extends StoreObject>(
  shopId: string,
  { rows, change }: BulkTask<R>,
  { stale, signal, set }: Running,
): Promise<BulkResult<R>> {
  // A signal that never aborts, because pending requests must finish.
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

/** Waits for a number of seconds. Resolves early if the person stops the change. */
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

function useEndedOnLeave() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return running;
}
