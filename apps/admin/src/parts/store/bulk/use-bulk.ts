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

/** What is to become of which rows. */
export interface BulkTask<R extends StoreObject> {
  /** What it is called. */
  title: string;
  rows: readonly R[];
  change: ChangeOf<R>;
}

export interface BulkProgress {
  title: string;
  finished: number;
  total: number;
  /** The service has asked for a moment. */
  isWaiting: boolean;
  isStopping: boolean;
}

export interface BulkRun<R extends StoreObject> {
  /** Undefined: nothing is under way. */
  progress: BulkProgress | undefined;
  /** Of the last one, where rows have failed or are left. */
  outcome: BulkOutcome<R> | undefined;
  /** Ends when everything is done that will be. */
  begin: (task: BulkTask<R>) => Promise<void>;
  /** The rows that have failed or are left, as they are now. */
  again: () => Promise<void>;
  stop: () => void;
  /** Nobody needs the outcome any more. */
  forget: () => void;
}

export interface BulkOutcome<R extends StoreObject> {
  task: BulkTask<R>;
  result: BulkResult<R>;
}

/** Changes many rows of a list. Who leaves the list stops it behind the request that is on its way. `onDone`: the rows that were changed. */
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
  useAskBeforeUnload(progress !== undefined);

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
    // Lists, sums and stock of others change with it.
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

/** What is left to do, and which rows have failed. */
function notDone<R extends StoreObject>({ task, result }: BulkOutcome<R>): [BulkTask<R>, ReadonlySet<R>] {
  const failed = result.failed.map(({ row }) => row);
  return [{ ...task, rows: [...failed, ...result.left] }, new Set(failed)];
}

/** Outcomes by shop and list: whoever looks at a row that has failed and comes back finds the others still. */
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
  /** Rows that have failed: they are read anew before. Others may be thousands. */
  stale: ReadonlySet<StoreObject>;
  signal: AbortSignal;
  set: (change: Partial<BulkProgress>) => void;
}

async function changed<R extends StoreObject>(
  shopId: string,
  { rows, change }: BulkTask<R>,
  { stale, signal, set }: Running,
): Promise<BulkResult<R>> {
  // What is on its way is waited for.
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

/** Ends at once where it is stopped. */
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
