import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Import, type ImportKind, uploadImport } from '../../api/imports';
import { shopPage } from '../../api/shop-api';
import { FileButton } from '../../parts/file-button';
import { Card, Row, Stack } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState, ErrorState } from '../../parts/states';
import { RowLink } from '../../parts/store/object-link';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { type Texts, useTexts } from '../../texts/texts';
import { ImportBadge } from './import-badge';

const fileTypes = ['.csv', 'text/csv', '.tsv', '.txt'];

export default function Imports(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const list = usePagedList<Import>(['imports', id], '/api/imports?sort=-created_at', (path, options) =>
    shopPage<Import>(id, path, options),
  );
  return (
    <Page title={t('imports.title')} lead={t('imports.lead')}>
      <Stack>
        <Upload />
        <Card flush title={t('imports.recent')}>
          <ListPage
            list={list}
            empty={
              <EmptyState icon="product" title={t('imports.none')}>
                {t('imports.none.lead')}
              </EmptyState>
            }
          >
            {(rows) => (
              <Table
                label={t('imports.recent')}
                columns={columns(t)}
                rows={rows}
                rowKey={({ id: row }) => row}
              />
            )}
          </ListPage>
        </Card>
      </Stack>
    </Page>
  );
}

function Upload(): ReactNode {
  const t = useTexts();
  const { id: shopId } = useShop();
  const may = useMay();
  const navigate = useNavigate();
  const [pending, setPending] = useState<ImportKind>();
  const [error, setError] = useState<unknown>();
  const upload = async (kind: ImportKind, file: File): Promise<void> => {
    setPending(kind);
    setError(undefined);
    try {
      const { id } = await uploadImport(shopId, kind, file);
      void navigate(`/imports/${id}`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(undefined);
    }
  };
  if (!may('imports.post')) return null;
  return (
    <Card title={t('imports.upload')} lead={t('imports.upload.lead')}>
      <Stack>
        <p>{t('imports.upload.products.help')}</p>
        <p>{t('imports.upload.inventory.help')}</p>
        <Row>
          {(['products', 'inventory'] as const).map((kind) => (
            <FileButton
              key={kind}
              types={fileTypes}
              look={kind === 'products' ? 'primary' : 'secondary'}
              isPending={pending === kind}
              isDisabled={pending !== undefined && pending !== kind}
              onChoose={(file) => void upload(kind, file)}
            >
              {t(`imports.upload.${kind}`)}
            </FileButton>
          ))}
        </Row>
        {error !== undefined && <ErrorState error={error} />}
      </Stack>
    </Card>
  );
}

function columns(t: Texts): Column<Import>[] {
  return [
    {
      title: t('imports.file'),
      isName: true,
      wraps: true,
      cell: ({ id, attributes }) => (
        <RowLink to={`/imports/${id}`}>
          <bdi>{attributes.file_name ?? t('imports.unnamed')}</bdi>
        </RowLink>
      ),
    },
    { title: t('imports.kind'), cell: ({ attributes }) => t(`imports.kind.${attributes.kind}`) },
    {
      title: t('imports.state'),
      importance: 'always',
      cell: ({ attributes }) => <ImportBadge state={attributes.state} />,
    },
    { title: t('imports.rows'), end: true, cell: ({ attributes }) => attributes.row_count },
    {
      title: t('imports.created'),
      importance: 'low',
      cell: ({ meta }) => <Time value={meta!.created_at} form="relative" />,
    },
  ];
}
