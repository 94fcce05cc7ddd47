import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { firstRows, type Import, type ImportRow } from '../../api/imports';
import { Card } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { columnText } from './row-error-text';

const MAX_CELL_LENGTH = 120;

export function FirstRows({ imported }: { imported: Import }): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const { columns: fileColumns } = imported.attributes;
  const query = useQuery({
    queryKey: ['imports', shopId, imported.id, 'first'],
    queryFn: ({ signal }) => firstRows(shopId, imported.id, signal),
  });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={fileColumns.length} />;
  const rows = query.data.data;
  const columns: Column<{ at: number; header: string; name: string | null }>[] = [
    { title: t('imports.columns.header'), isName: true, cell: ({ header }) => <bdi>{header || '–'}</bdi> },
    {
      title: t('imports.columns.value'),
      importance: 'always',
      cell: ({ name }) => (name === null ? t('imports.columns.ignored') : columnText(t, name)),
    },
    {
      title: t('imports.columns.examples'),
      wraps: true,
      cell: ({ at }) => <bdi>{examples(rows, at) || '–'}</bdi>,
    },
  ];
  return (
    <Card flush title={t('imports.columns')}>
      <Table
        label={t('imports.columns')}
        columns={columns}
        rows={fileColumns.map((column, at) => ({ ...column, at }))}
        rowKey={({ at }) => String(at)}
      />
    </Card>
  );
}

function examples(rows: readonly ImportRow[], at: number): string {
  const texts = rows.map(({ attributes }) => (attributes.cells[at] ?? '').slice(0, MAX_CELL_LENGTH));
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, 3).join(' · ');
}
