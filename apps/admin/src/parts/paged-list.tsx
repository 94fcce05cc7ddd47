import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Links, type Page, pageMeta, type Resource } from '../api/documents';
import type { Problem } from '../api/problem';
import { useTexts } from '../texts/texts';
import { errorText } from './error-words';
import { Button } from './button';
import { Notice } from './notice';
import { isFirstPage } from './place';
import { ErrorState, Skeleton } from './states';
import styles from './paged-list.module.css';

export interface PagedList<R extends Resource<object>> {
  page: Page<R> | undefined;
  error: unknown;
  isMoving: boolean;
  isFirst: boolean;
  goTo: (link: string | undefined) => void;
  retry: () => void;
}

type Load<R extends Resource<object>> = (path: string, options: { signal: AbortSignal }) => Promise<Page<R>>;

/** Loads one page of a list. The previous page stays visible during the request. */
function usePage<R extends Resource<object>>(key: readonly unknown[], path: string, load: Load<R>) {
  const query = useQuery({
    queryKey: [...key, path],
    queryFn: ({ signal }) => load(path, { signal }),
    placeholderData: keepPreviousData,
  });
  return {
    page: query.data,
    error: query.isPlaceholderData ? undefined : query.error,
    isMoving: query.isPlaceholderData,
    retry: () => void query.refetch(),
  };
}

/** A paginated list. `path` is the API path of the first page. A new path restarts the list at its first page. */
export function usePagedList<R extends Resource<object>>(
  key: readonly unknown[],
  path: string,
  load: Load<R>,
): PagedList<R> {
  const [place, setPlace] = useState<{ path: string; link: string | undefined }>({ path, link: undefined });
  const link = place.path === path ? place.link : undefined;
  return {
    ...usePage(key, link ?? path, load),
    isFirst: link === undefined,
    goTo: (next) => setPlace({ path, link: next }),
  };
}

/**
 * A list whose current page is in the screen's URL. `path` is the API path for that URL, and `pageSearch` returns the
 * URL query for a pagination link. `count` is the number of rows on the current page.
 */
export function useListInAddress<R extends Resource<object>>(
  key: readonly unknown[],
  path: string,
  load: Load<R>,
  pageSearch: (search: string, link: string | undefined, count: number) => string,
): PagedList<R> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const shown = usePage(key, path, load);
  const count = shown.page?.data.length ?? 0;
  return {
    ...shown,
    isFirst: isFirstPage(search),
    goTo: (link) => void navigate({ search: pageSearch(search, link, count) }),
  };
}

interface RefusedListProps {
  problem: Problem;
  title: ReactNode;
  action: { label: ReactNode; onPress: () => void };
}

/** Error message that replaces a list if the API rejects the filters or sort order in the URL. */
export function RefusedList({ problem, title, action: { label, onPress } }: RefusedListProps): ReactNode {
  const t = useTexts();
  return (
    <div className={styles['inset']}>
      <Notice
        kind="danger"
        live
        title={title}
        actions={
          <Button size="small" onPress={onPress}>
            {label}
          </Button>
        }
      >
        {problem.errors.map((each, at) => (
          <p key={at}>{errorText(t, each)}</p>
        ))}
      </Notice>
    </div>
  );
}

interface ListPageProps<R extends Resource<object>> {
  list: PagedList<R>;
  empty: ReactNode;
  children: (items: R[]) => ReactNode;
  /** Number of placeholder rows while the list loads. */
  lines?: number;
}

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
  const { partial = false } = pageMeta(page);
  if (page.data.length === 0 && isFirst && !partial) return empty;
  return (
    <div aria-busy={isMoving} className={isMoving ? styles['moving'] : ''}>
      {!(partial && page.data.length === 0) && children(page.data)}
      {partial && <Partial links={page.links} list={list} />}
      <Pager links={page.links} list={list} />
    </div>
  );
}

/** Reports that the search stopped before the page was full. A button continues the search. */
function Partial({
  links,
  list,
}: {
  links: Links | undefined;
  list: PagedList<Resource<object>>;
}): ReactNode {
  const t = useTexts();
  const self = typeof links?.self === 'object' ? links.self.href : links?.self;
  const isBackwards = new URLSearchParams(self?.split('?')[1]).has('page[before]');
  const on = (isBackwards ? links?.prev : links?.next) ?? undefined;
  return (
    <div className={styles['inset']}>
      <Notice
        live
        title={t('pager.partial')}
        actions={
          <Button size="small" isPending={list.isMoving} onPress={() => list.goTo(on)}>
            {t('pager.goOn')}
          </Button>
        }
      />
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
