import { type ReactNode, useState } from 'react';
import { pageMeta } from '../../api/documents';
import { addressOf } from '../../api/request';
import { shopPage } from '../../api/shop-api';
import type { Variant } from '../../api/store';
import { Button } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { CreateDialog } from '../../parts/store/create-dialog';
import { useMoney } from '../../parts/store/money';
import styles from '../../parts/store/store.module.css';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';
import { EditVariant } from './edit-variant';
import { variantFields } from './product-fields';
import { Stock } from './stock';

const VARIANTS_PER_PAGE = 50;

export function Variants({ productId }: { productId: string }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { id, currency } = useShop();
  const [editing, setEditing] = useState<string>();
  const list = usePagedList<Variant>(
    ['variants', id, 'of', productId],
    addressOf('/api/variants', {
      ...{ 'filter[product]': productId, sort: 'position' },
      ...{ 'page[size]': VARIANTS_PER_PAGE, 'page[total]': 'true' },
    }),
    (path, options) => shopPage<Variant>(id, path, options),
  );
  const total = list.page && pageMeta(list.page).total;
  return (
    <Card
      flush
      title={t('store.variants')}
      {...(total && { lead: t('store.variants.count', { count: total }) })}
      actions={
        list.page && (
          <AddVariant
            productId={productId}
            currency={list.page.data[0]?.attributes.currency_code ?? currency}
          />
        )
      }
    >
      <ListPage list={list} lines={3} empty={null}>
        {(rows) => (
          <Table
            label={t('store.variants')}
            columns={columns(t, money, setEditing)}
            rows={rows}
            rowKey={({ id: variant }) => variant}
          />
        )}
      </ListPage>
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
      title: t('variant.sku'),
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
      title: t('variant.stock'),
      importance: 'high',
      end: true,
      cell: ({ id, attributes: { title } }) => <Stock id={id} title={title} />,
    },
    {
      title: t('variant.edit'),
      hideTitle: true,
      end: true,
      cell: ({ id, attributes: { title } }) => (
        <Button
          size="small"
          needs="variants.patch"
          aria-label={t('variant.edit.of', { title })}
          onPress={() => onEdit(id)}
        >
          {t('variant.edit')}
        </Button>
      ),
    },
  ];
}

/**
 * A button that adds a variant. `currency` is the currency of the product's existing variants, or the shop's default
 * currency.
 */
function AddVariant({ productId, currency }: { productId: string; currency: string }): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="plus" needs="variants.post" onPress={() => setOpen(true)}>
        {t('variant.add')}
      </Button>
      <CreateDialog
        title={t('variant.add')}
        action={t('variant.add')}
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
