import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Resource } from '../../api/documents';
import { addressOf } from '../../api/request';
import { shopPage } from '../../api/shop-api';
import type { Variant } from '../../api/store';
import { ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ListPage, useListInAddress } from '../../parts/paged-list';
import { cursors, searchOfPage } from '../../parts/place';
import { Segments } from '../../parts/segments';
import { EmptyState } from '../../parts/states';
import { RowLink } from '../../parts/store/object-link';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { type Texts, useTexts } from '../../texts/texts';
import { Stock } from './stock';

/** API filters, keyed by the value of the URL parameter `filter`. */
const filters = {
  all: {},
  out: { 'filter[inventory_quantity][lte]': '0' },
} as const;
type Filter = keyof typeof filters;
const filterIds = Object.keys(filters) as Filter[];

function filterIn(search: string): Filter {
  const given = new URLSearchParams(search).get('filter');
  return filterIds.find((id) => id === given) ?? 'all';
}

export default function StockList(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { search } = useLocation();
  const navigate = useNavigate();
  const filter = filterIn(search);
  const given = new URLSearchParams(search);
  const path = addressOf('/api/variants', {
    ...filters[filter],
    ...{ sort: '-id', include: 'product' },
    ...Object.fromEntries(cursors.map((name) => [name, given.get(name) ?? undefined])),
  });
  const list = useListInAddress<Variant>(
    ['variants', id, 'stock'],
    path,
    (place, options) => shopPage<Variant>(id, place, options),
    (place, link) => searchOfPage(place, link, ['filter']),
  );
  return (
    <Page
      title={t('stock.title')}
      lead={t('stock.lead')}
      actions={
        <ButtonLink href="/imports" needs="imports.collection">
          {t('store.import')}
        </ButtonLink>
      }
    >
      <Card
        flush
        title={t('store.variants')}
        actions={
          <Segments
            label={t('stock.filter')}
            options={filterIds.map((each) => ({ id: each, text: t(`stock.filter.${each}`) }))}
            value={filter}
            onChange={(next) => void navigate({ search: next === 'all' ? '' : `?filter=${next}` })}
          />
        }
      >
        <ListPage
          list={list}
          lines={8}
          empty={<EmptyState icon="product" title={t(filter === 'out' ? 'stock.noneOut' : 'stock.none')} />}
        >
          {(rows) => (
            <Table
              label={t('stock.title')}
              columns={columns(t, list.page?.included ?? [])}
              rows={rows}
              rowKey={({ id: variant }) => variant}
            />
          )}
        </ListPage>
      </Card>
    </Page>
  );
}

function columns(t: Texts, included: readonly Resource[]): Column<Variant>[] {
  const productOf = ({ relationships }: Variant): string => {
    const product = relationships?.['product']?.data?.id;
    const found = included.find((each) => each.type === 'products' && each.id === product);
    return (found?.attributes['title'] as string | undefined) ?? '–';
  };
  return [
    {
      title: t('stock.variant'),
      isName: true,
      wraps: true,
      cell: (variant) => (
        <RowLink to={`/variants/${variant.id}`}>
          <bdi>{t('stock.name', { product: productOf(variant), variant: variant.attributes.title })}</bdi>
        </RowLink>
      ),
    },
    {
      title: t('variant.sku'),
      isPlain: true,
      cell: ({ attributes }) => <code>{attributes.sku ?? '–'}</code>,
    },
    {
      title: t('variant.stock'),
      importance: 'always',
      end: true,
      cell: ({ id, attributes: { title } }) => <Stock id={id} title={title} />,
    },
  ];
}
