import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { type Page as ResourcePage, pageMeta } from '../../api/documents';
import { isProblem, type Problem } from '../../api/problem';
import { shopPage } from '../../api/shop-api';
import type { StoreObject } from '../../api/store';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { type TextId, useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Card } from '../layout';
import { ListPage, type PagedList, RefusedList, useListInAddress } from '../paged-list';
import { selectColumn, useSelection } from '../selection';
import { EmptyState } from '../states';
import { type Column, Table } from '../table';
import { BulkBar } from './bulk/bulk-bar';
import type { BulkDefinition } from './bulk/bulk-actions';
import { ExportState, useExport } from './export-list';
import { useEverything } from './bulk/select-everything';
import {
  everythingPath,
  filtersOf,
  type ListDefinition,
  listPath,
  pageSearch,
  wishesOf,
} from './list-address';
import { ListTools } from './list-tools';
import { iconOf, type ListedType } from './listed-types';

interface StoreListProps<R extends StoreObject> {
  type: ListedType;
  definition: ListDefinition;
  /** Bulk actions, for people with the right to change the rows. */
  bulk: BulkDefinition<R>;
  /** Returns the columns. `page` includes the related objects. */
  columns: (page: ResourcePage<R>) => readonly Column<R>[];
  /** Actions beside the heading. */
  actions?: ReactNode;
}

/**
 * A list of the store with search, filters, total and one page. The URL contains the whole state of the list.
 */
export function StoreList<R extends StoreObject>({
  type,
  definition,
  bulk,
  columns,
  actions,
}: StoreListProps<R>): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useListInAddress<R>(
    [type, id, 'list'],
    listPath(definition, search),
    (path, options) => shopPage<R>(id, path, options),
    (place, link) => pageSearch(definition, place, link),
  );
  const isRefused = isProblem(list.error) && list.error.status === 400;
  const exported = useExport();
  const selection = useSelection(search);
  const everything = useEverything(
    everythingPath(definition, search),
    (path) => shopPage<R>(id, path),
    selection,
  );
  const isBulk = useMay()(`${type}.patch`);
  const nameToSelect = (row: R): string => t('bulk.select', { name: bulk.nameOf(row) });
  const clear = { label: t('store.list.clear'), onPress: () => void navigate({ search: '' }) };
  return (
    <Page title={t(`store.${type}.title`)} lead={t(`store.${type}.lead`)} actions={actions}>
      <Card flush>
        <ListTools type={type} definition={definition} total={<Total list={list} />}>
          <Button
            size="small"
            icon="download"
            isDisabled={isRefused}
            isPending={typeof exported.state === 'object'}
            onPress={() =>
              exported.begin({ type, sort: definition.sort, filter: filtersOf(definition, search) })
            }
          >
            {t('store.export')}
          </Button>
        </ListTools>
        <ExportState list={exported} />
        {isBulk && !isRefused && (
          <BulkBar
            type={type}
            definition={bulk}
            page={list.page}
            selection={selection}
            everything={everything}
          />
        )}
        {isRefused ? (
          <RefusedList problem={list.error as Problem} title={t(whyRefused(list.error))} action={clear} />
        ) : (
          <ListPage list={list} lines={8} empty={<Empty type={type} definition={definition} />}>
            {(rows) => (
              <Table
                label={t(`store.${type}.title`)}
                columns={[
                  ...(isBulk ? [selectColumn(t, selection, nameToSelect)] : []),
                  ...columns(list.page!),
                ]}
                rows={rows}
                rowKey={(row) => row.id}
              />
            )}
          </ListPage>
        )}
      </Card>
    </Page>
  );
}

/** Shows the total if it is known, otherwise the number of rows on the page. */
function Total({ list: { page, isFirst } }: { list: PagedList<StoreObject> }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  if (!page) return '\u00a0';
  const { length } = page.data;
  const isAll = isFirst && !page.links?.next;
  const total = pageMeta(page).total ?? (isAll ? length : undefined);
  return total === undefined
    ? t('store.list.onPage', { count: length })
    : t('store.list.total', { count: total, total: formatNumber(total) });
}

/** Returns the text for an invalid filter or search in the URL. */
function whyRefused(error: unknown): TextId {
  const isSearch =
    isProblem(error) && error.errors.some(({ source }) => source?.parameter?.startsWith('filter[q]'));
  return isSearch ? 'store.list.refused.search' : 'store.list.refused';
}

function Empty({ type, definition }: { type: ListedType; definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { q, words } = wishesOf(definition, search);
  const isAsked = [q, ...words].some((each) => each !== '');
  return isAsked ? (
    <EmptyState
      icon={iconOf[type]}
      title={t('store.list.none')}
      actions={<Button onPress={() => void navigate({ search: '' })}>{t('store.list.clear')}</Button>}
    />
  ) : (
    <EmptyState icon={iconOf[type]} title={t(`store.${type}.empty`)}>
      {t(`store.${type}.empty.lead`)}
    </EmptyState>
  );
}
