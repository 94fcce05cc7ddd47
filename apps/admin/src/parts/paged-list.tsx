import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Links, Page, Resource } from '../api/documents';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { ErrorState, Skeleton } from './states';
import styles from './paged-list.module.css';

export interface PagedList<R extends Resource<object>> {
  /** Undefined while the first page is loading, and where it could not be loaded. */
  page: Page<R> | undefined;
  error: unknown;
  /** Another page than the one shown is on its way. */
  isMoving: boolean;
  isFirst: boolean;
  goTo: (link: string | undefined) => void;
  retry: () => void;
}

/**
 * A list by its pages. `path`: the first page, with its filters; where it changes, the list begins anew. `load` fetches a page by its path or
 * link. The last page is shown until the next one is there.
 */
export function usePagedList<R extends Resource<object>>(
  key: readonly unknown[],
  path: string,
  load: (path: string, options: { signal: AbortSignal }) => Promise<Page<R>>,
): PagedList<R> {
  const [place, setPlace] = useState<{ path: string; link: string | undefined }>({ path, link: undefined });
  const link = place.path === path ? place.link : undefined;
  const query = useQuery({
    queryKey: [...key, link ?? path],
    queryFn: ({ signal }) => load(link ?? path, { signal }),
    placeholderData: keepPreviousData,
  });
  return {
    page: query.data,
    error: query.isPlaceholderData ? undefined : query.error,
    isMoving: query.isPlaceholderData,
    isFirst: link === undefined,
    goTo: (next) => setPlace({ path, link: next }),
    retry: () => void query.refetch(),
  };
}

interface ListPageProps<R extends Resource<object>> {
  list: PagedList<R>;
  /** Shown in place of an empty first page. */
  empty: ReactNode;
  children: (items: R[]) => ReactNode;
  /** Rows of the skeleton: about as many as there will be. */
  lines?: number;
}

/** A list in its four states, with the buttons to the pages before and after. */
export function ListPage<R extends Resource<object>>({
  list,
  empty,
  children,
  lines = 4,
}: ListPageProps<R>): ReactNode {
  const { page, error, retry, isFirst, isMoving } = list;
  if (error && !page) {
    return (
      <div className={styles['inset']}>
        <ErrorState error={error} onRetry={retry} />
      </div>
    );
  }
  if (!page) return <Skeleton lines={lines} tall />;
  if (page.data.length === 0 && isFirst) return empty;
  return (
    <div aria-busy={isMoving} className={isMoving ? styles['moving'] : ''}>
      {children(page.data)}
      <Pager links={page.links} list={list} />
    </div>
  );
}

function Pager({ links, list }: { links: Links | undefined; list: PagedList<Resource<object>> }): ReactNode {
  const t = useTexts();
  const { isFirst, goTo, isMoving } = list;
  if (!links?.prev && !links?.next && isFirst) return null;
  return (
    <nav className={styles['pager']} aria-label={t('pager.label')}>
      {!isFirst && (
        <Button size="small" look="quiet" onPress={() => goTo(undefined)}>
          {t('pager.first')}
        </Button>
      )}
      <Button
        size="small"
        isDisabled={!links?.prev || isMoving}
        onPress={() => goTo(links?.prev ?? undefined)}
      >
        {t('pager.previous')}
      </Button>
      <Button
        size="small"
        isDisabled={!links?.next || isMoving}
        onPress={() => goTo(links?.next ?? undefined)}
      >
        {t('pager.next')}
      </Button>
    </nav>
  );
}
