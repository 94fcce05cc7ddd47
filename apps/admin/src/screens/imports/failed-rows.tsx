import type { ReactNode } from 'react';
import type { ImportRow } from '../../api/imports';
import { shopPage } from '../../api/shop-api';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { columnText, rowErrorText } from './row-error-text';

export function FailedRows({ id, count }: { id: string; count: number }): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const list = usePagedList<ImportRow>(
    ['imports', shopId, id, 'failed', count],
    `/api/imports/${id}/rows?filter[failed]=true&page[size]=20`,
    (path, options) => shopPage<ImportRow>(shopId, path, options),
  );
  return (
    <Card flush title={t('imports.errors')} lead={t('imports.errors.lead')}>
      <ListPage list={list} empty={<EmptyState icon="product" title={t('imports.errors.none')} />}>
        {(rows) => (
          <Table label={t('imports.errors')} columns={columns(t)} rows={rows} rowKey={(row) => row.id} />
        )}
      </ListPage>
    </Card>
  );
}

function columns(t: Texts): Column<ImportRow>[] {
  return [
    { title: t('imports.row'), isName: true, cell: ({ attributes }) => attributes.number },
    {
      title: t('imports.problem'),
      importance: 'always',
      wraps: true,
      cell: ({ attributes: { errors } }) => (
        <ul>
          {(errors ?? []).map((error, at) => (
            <li key={at}>
              {error.column !== null && <strong>{columnText(t, error.column)} </strong>}
              {rowErrorText(t, error)}
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
