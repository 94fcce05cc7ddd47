import { type ReactNode, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Page as ResourcePage } from '../../api/documents';
import { isProblem, type Problem } from '../../api/problem';
import { shopPage } from '../../api/shop-api';
import type { StoreObject } from '../../api/store';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { type TextId, useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Card } from '../layout';
import { ListPage, RefusedList } from '../paged-list';
import { selectColumn, useSelection } from '../selection';
import { EmptyState } from '../states';
import { type Column, Table } from '../table';
import { BulkBar } from './bulk/bulk-bar';
import type { BulkDefinition } from './bulk/bulk-actions';
import { Outcome } from './bulk/bulk-outcome';
import { useBulk } from './bulk/use-bulk';
import { ExportState, useExport } from './export-list';
import { useEverything } from './bulk/select-everything';
import { everythingPath, exportFilter, type ListDefinition, searchWith, wishesOf } from './list-address';
import { ListRange } from './list-range';
import { ListTools } from './list-tools';
import { ListViews } from './list-views';
import { iconOf, type ListedType } from './listed-types';
import { shownColumns, useList } from './use-list';

interface StoreListProps<R extends StoreObject> {
  type: ListedType;
  definition: ListDefinition;
  /** Bulk actions of the list. Hidden from users who cannot change the rows. */
  bulk: BulkDefinition<R>;
  /**
   * Returns the columns of the list. The result must depend only on the page and the language. `page` is undefined
   * until the first page is loaded.
   */
  columns: (page: ResourcePage<R> | undefined) => readonly Column<R>[];
  actions?: ReactNode;
}

/** A list of store objects with search, filters, total and pages. The URL contains the complete state of the list. */
export function StoreList<R extends StoreObject>({
  type,
  definition,
  bulk,
  columns,
  actions,
}: StoreListProps<R>): ReactNode {
  const t = useTexts();
  const { timeZone } = useShop();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { list, selection, everything } = useRows<R>(type, definition);
  const isRefused = isProblem(list.error) && list.error.status === 400;
  const exported = useExport();
  const barRef = useRef<HTMLDivElement>(null);
  const run = useBulk<R>(type, (done) => selection.set(idsOf(done), false));
  const { sort } = wishesOf(definition, search);
  const isBulk = useMay()(`${type}.patch`);
  const nameToSelect = (row: R): string => t('bulk.select', { name: bulk.nameOf(row) });
  const clear = { label: t('list.clear'), onPress: () => void navigate({ search: '' }) };
  // Memoizes the columns by page and language, so that a selection does not rerender every cell.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const all = useMemo(() => columns(list.page), [list.page]);
  return (
    <Page title={t(`store.${type}.title`)} lead={t(`store.${type}.lead`)} actions={actions}>
      <Card flush>
        <ListViews type={type} definition={definition} />
        <ListTools
          definition={definition}
          columns={all}
          total={<ListRange list={list} />}
          searchLabel={t(`store.${type}.search`)}
        >
          <Button
            size="small"
            icon="download"
            isDisabled={isRefused}
            isPending={typeof exported.state === 'object'}
            onPress={() => exported.begin({ type, sort, filter: exportFilter(definition, search, timeZone) })}
          >
            {t('list.export')}
          </Button>
        </ListTools>
        <ExportState list={exported} />
        <Outcome type={type} nameOf={bulk.nameOf} bulk={run} onLeave={() => barRef.current?.focus()} />
        {isRefused ? (
          <RefusedList problem={list.error as Problem} title={t(whyRefused(list.error))} action={clear} />
        ) : (
          <ListPage list={list} lines={8} empty={<Empty type={type} definition={definition} />}>
            {(rows) => (
              <Table
                label={t(`store.${type}.title`)}
                columns={[
                  ...(isBulk ? [selectColumn(t, selection, rows, nameToSelect)] : []),
                  ...shownColumns(definition, search, all),
                ]}
                rows={rows}
                rowKey={(row) => row.id}
                sort={{
                  value: sort,
                  onSort: (value) =>
                    void navigate({ search: searchWith(definition, search, { sort: value }) }),
                }}
              />
            )}
          </ListPage>
        )}
        {isBulk && !isRefused && (
          <BulkBar
            type={type}
            definition={bulk}
            page={list.page}
            selection={selection}
            everything={everything}
            bulk={run}
            barRef={barRef}
          />
        )}
      </Card>
    </Page>
  );
}

const idsOf = (rows: readonly StoreObject[]): string[] => rows.map(({ id }) => id);

/** Loads the list page in the URL. Tracks the selected rows of this page and of other pages. */
function useRows<R extends StoreObject>(type: ListedType, definition: ListDefinition) {
  const { id, timeZone } = useShop();
  const { search } = useLocation();
  const load = (path: string, options?: { signal: AbortSignal }) => shopPage<R>(id, path, options);
  const list = useList<R>([type, id, 'list'], definition, load);
  const selection = useSelection(search);
  const everything = useEverything(everythingPath(definition, search, timeZone), load, selection);
  return { list, selection, everything };
}

function whyRefused(error: unknown): TextId {
  const isSearch =
    isProblem(error) && error.errors.some(({ source }) => source?.parameter?.startsWith('filter[q]'));
  return isSearch ? 'list.refused.search' : 'list.refused';
}

function Empty({ type, definition }: { type: ListedType; definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { q, values } = wishesOf(definition, search);
  const isAsked = q !== '' || Object.keys(values).length > 0;
  return isAsked ? (
    <EmptyState
      icon={iconOf[type]}
      title={t('list.none')}
      actions={<Button onPress={() => void navigate({ search: '' })}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState icon={iconOf[type]} title={t(`store.${type}.empty`)}>
      {t(`store.${type}.empty.lead`)}
    </EmptyState>
  );
}
