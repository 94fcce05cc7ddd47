import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { type Page, pageMeta } from '../../../api/documents';
import type { StoreObject } from '../../../api/store';
import { useTexts } from '../../../texts/texts';
import { Button } from '../../button';
import type { Selection } from '../../selection';
import { whyFailed } from '../../states';
import { toast } from '../../toast';
import type { ListedType } from '../listed-types';
import { gatherRows, isCapped, MOST_ROWS } from './gather-rows';

export interface Everything<R extends StoreObject> {
  /** Selected rows of all pages, keyed by row id. */
  known: ReadonlyMap<string, R>;
  /** Number of selected rows that are already loaded. Undefined while no rows are loading. */
  count: number | undefined;
  begin: () => Promise<void>;
  stop: () => void;
}

/**
 * Selects all rows of a filtered list. `path` is the API path of the list's first page. `load` loads a page by path
 * or pagination link.
 */
export function useEverything<R extends StoreObject>(
  path: string,
  load: (path: string) => Promise<Page<R>>,
  { set }: Selection,
): Everything<R> {
  const t = useTexts();
  const [state, setState] = useState<{ path: string; known: ReadonlyMap<string, R> }>();
  const [reading, setReading] = useState<{ path: string; count: number }>();
  const running = useRef<AbortController>(undefined);
  // Stops loading rows when the list or the screen changes.
  useEffect(() => () => running.current?.abort(), [path]);
  const begin = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setReading({ path, count: 0 });
    try {
      const rows = await gatherRows({
        read: async (place = path) => {
          const { data, links } = await load(place);
          return { rows: data, next: links?.next ?? undefined };
        },
        onProgress: (count) => setReading({ path, count }),
        signal,
      });
      if (!rows) return;
      setState({ path, known: new Map(rows.map((row) => [row.id, row])) });
      set(
        rows.map(({ id }) => id),
        true,
      );
    } catch (error) {
      if (!signal.aborted) toast(whyFailed(t, error));
    } finally {
      if (running.current?.signal === signal) setReading(undefined);
    }
  };
  return {
    known: state?.path === path ? state.known : none,
    count: reading?.path === path ? reading.count : undefined,
    begin,
    stop: () => {
      running.current?.abort();
      setReading(undefined);
    },
  };
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

interface SelectEverythingProps<R extends StoreObject> {
  type: ListedType;
  page: Page<R> | undefined;
  selection: Selection;
  everything: Everything<R>;
}

/** Offers to select the rows of all pages once the user has selected all rows of one page. */
export function SelectEverything<R extends StoreObject>({
  type,
  page,
  selection,
  everything: { known, count, begin, stop },
}: SelectEverythingProps<R>): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  if (count !== undefined) {
    return (
      <>
        <span role="status">{t('bulk.selecting', { count: formatNumber(count) })}</span>
        <Button size="small" onPress={stop}>
          {t('bulk.stop')}
        </Button>
      </>
    );
  }
  const rows = page?.data ?? [];
  const isMore = Boolean(page?.links?.next ?? page?.links?.prev);
  const isWhole = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  const isAll = known.size > 0 && [...known.keys()].every((id) => selection.ids.has(id));
  const total = page && pageMeta(page).total;
  if (isAll && isCapped(known.size, total))
    return <span role="status">{t('bulk.most', { count: formatNumber(MOST_ROWS) })}</span>;
  if (!isMore || !isWhole || isAll) return null;
  return (
    <Button size="small" look="quiet" onPress={() => void begin()}>
      {total === undefined
        ? t('bulk.selectMatching')
        : total > MOST_ROWS
          ? t('bulk.selectMost', { count: formatNumber(MOST_ROWS) })
          : t('bulk.selectEverything', { rows: t(`store.${type}.count`, { count: total }) })}
    </Button>
  );
}
