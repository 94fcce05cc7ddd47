import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StoreObject } from '../../../api/store';
import { useShop } from '../../../session/shop';
import { useTexts } from '../../../texts/texts';
import { useAskBeforeUnload } from '../../ask-before-unload';
import { toast } from '../../toast';
import type { ListedType } from '../listed-types';
import type { ChangeOf } from './bulk-actions';
import type { BulkResult } from './change-rows';

/** Loads the code of bulk changes as a separate chunk, because most visits to a list need no bulk change. */
export const loadRun = () => import('./run-bulk');

export interface BulkTask<R extends StoreObject> {
  title: string;
  rows: readonly R[];
  change: ChangeOf<R>;
}

export interface BulkProgress {
  title: string;
  finished: number;
  total: number;
  /** True while the bulk change waits for the time in the Retry-After header. */
  isWaiting: boolean;
  isStopping: boolean;
}

export interface BulkRun<R extends StoreObject> {
  progress: BulkProgress | undefined;
  /** Result of the last bulk change, if rows failed or were not sent. */
  outcome: BulkOutcome<R> | undefined;
  begin: (task: BulkTask<R>) => Promise<void>;
  /** Retries the failed and unsent rows. Reloads the failed rows first. */
  again: () => Promise<void>;
  stop: () => void;
  forget: () => void;
}

export interface BulkOutcome<R extends StoreObject> {
  task: BulkTask<R>;
  result: BulkResult<R>;
}

/**
 * Runs bulk changes of a list. Stops the bulk change after the pending request when the user leaves the list.
 * `onDone` receives the changed rows.
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
    const code = await loadRun().catch(() => undefined);
    if (!code) return toast(t('error.offline'), 'warning');
    const { signal } = (runningRef.current = new AbortController());
    const total = task.rows.length;
    setProgress({ title: task.title, finished: 0, total, isWaiting: false, isStopping: false });
    keep(undefined);
    const result = await code.runBulk(shopId, task, { stale, signal, set });
    const count = result.done.length;
    setProgress(undefined);
    if (count < total) keep({ task, result });
    if (count === total) toast(t('bulk.done', { rows: t(`store.${type}.count`, { count }) }));
    else if (signal.aborted) toast(t('bulk.stopped', { count, total }));
    onDone(result.done);
    // Reloads all data of the shop, because a bulk change also affects other lists, totals and stock.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === shopId });
  };
  return {
    progress,
    outcome,
    begin: (task) => run(task, none),
    again: () => (outcome ? run(...notDone(outcome)) : Promise.resolve()),
    stop: () => {
      runningRef.current?.abort();
      set({ isStopping: true });
    },
    forget: () => keep(undefined),
  };
}

const none: ReadonlySet<never> = new Set();

/**
 * Returns the input for a retry of a bulk change: a task with the failed and unsent rows, and the set of failed rows.
 */
function notDone<R extends StoreObject>({ task, result }: BulkOutcome<R>): [BulkTask<R>, ReadonlySet<R>] {
  const failed = result.failed.map(({ row }) => row);
  return [{ ...task, rows: [...failed, ...result.left] }, new Set(failed)];
}

/** Results of bulk changes, keyed by shop and list. The results stay in memory while the user opens another screen. */
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

function useEndedOnLeave() {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return running;
}
