import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shopPage } from '../../api/shop-api';
import type { Variant } from '../../api/store';
import { Button } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { CreateDialog } from '../../parts/store/create-dialog';
import { useMoney } from '../../parts/store/money';
import styles from '../../parts/store/store.module.css';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { EditVariant } from './edit-variant';
import { variantFields } from './product-fields';
import { Stock } from './stock';

/** Maximum number of variants in one response. */
const MAX_VARIANTS = 100;

/** Variants of a product with editable stock. */
export function Variants({ productId }: { productId: string }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { id, currency } = useShop();
  const [editing, setEditing] = useState<string>();
  const query = useQuery({
    queryKey: ['variants', id, 'of', productId],
    queryFn: ({ signal }) =>
      shopPage<Variant>(id, '/api/variants', {
        query: { 'filter[product]': productId, sort: 'position', 'page[size]': MAX_VARIANTS },
        signal,
      }),
  });
  const rows = query.data?.data;
  return (
    <Card
      flush
      title={t('store.variants')}
      actions={
        rows && <AddVariant productId={productId} currency={rows[0]?.attributes.currency_code ?? currency} />
      }
    >
      {!rows && query.isPending && <Skeleton lines={3} tall />}
      {!rows && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows && rows.length > 0 && (
        <Table
          label={t('store.variants')}
          columns={columns(t, money, setEditing)}
          rows={rows}
          rowKey={({ id: variant }) => variant}
        />
      )}
      {editing !== undefined && <EditVariant id={editing} onClose={() => setEditing(undefined)} />}
    </Card>
  );
}

function columns(
  t: Texts,
  money: ReturnType<typeof useMoney>,
  onEdit: (id: string) => void,
): Column<Variant>[] {
  return [
    {
      title: t('store.field.title'),
      isName: true,
      cell: ({ attributes: { title } }) => <bdi>{title}</bdi>,
    },
    {
      title: t('store.variant.sku'),
      isPlain: true,
      cell: ({ attributes }) => <code>{attributes.sku ?? '–'}</code>,
    },
    {
      title: t('store.order.price'),
      importance: 'always',
      end: true,
      cell: ({ attributes: { price_amount, currency_code } }) => (
        <span className={styles['amount']}>{money(price_amount, currency_code)}</span>
      ),
    },
    {
      title: t('store.variant.stock'),
      importance: 'high',
      end: true,
      cell: ({ id, attributes: { title } }) => <Stock id={id} title={title} />,
    },
    {
      title: t('store.variant.edit'),
      hideTitle: true,
      end: true,
      cell: ({ id, attributes: { title } }) => (
        <Button
          size="small"
          needs="variants.patch"
          aria-label={t('store.variant.edit.of', { title })}
          onPress={() => onEdit(id)}
        >
          {t('store.variant.edit')}
        </Button>
      ),
    },
  ];
}

/** `currency` of the product's other variants, or the shop's default. */
function AddVariant({ productId, currency }: { productId: string; currency: string }): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="plus" needs="variants.post" onPress={() => setOpen(true)}>
        {t('store.variant.add')}
      </Button>
      <CreateDialog
        title={t('store.variant.add')}
        action={t('store.variant.add')}
        fields={variantFields(t, currency)}
        initial={{
          ...{ title: '', sku: '', price_amount: '', compare_at_amount: '' },
          ...{ inventory_quantity: '0', inventory_policy: 'deny' },
        }}
        objectOf={(attributes) => ({
          type: 'variants',
          attributes: { ...attributes, currency_code: currency },
          relationships: { product: { data: { type: 'products', id: productId } } },
        })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onMade={() => undefined}
      />
    </>
  );
}
