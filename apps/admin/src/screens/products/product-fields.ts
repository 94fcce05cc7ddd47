import { productStatuses } from '../../api/store';
import type { AttributeField } from '../../parts/store/attributes';
import type { Texts } from '../../texts/texts';

export function productFields(t: Texts): AttributeField[] {
  return [
    { name: 'title', label: t('store.field.title'), kind: 'text', isRequired: true },
    { name: 'description', label: t('store.field.description'), kind: 'text', isLong: true },
    {
      name: 'status',
      label: t('store.filter.status'),
      kind: 'text',
      options: productStatuses.map((id) => ({ id, text: t(`store.word.${id}`) })),
      description: t('store.product.status.description'),
    },
    {
      name: 'tags',
      label: t('store.field.tags'),
      kind: 'tags',
      description: t('store.field.tags.description'),
    },
  ];
}

/** `currency` of the prices. A new variant has a field for it. */
export function variantFields(t: Texts, currency: string): AttributeField[] {
  return [
    { name: 'title', label: t('store.field.title'), kind: 'text', isRequired: true },
    { name: 'sku', label: t('store.variant.sku'), kind: 'nullable' },
    {
      name: 'price_amount',
      label: t('store.variant.price', { currency }),
      kind: 'amount',
      currency,
      isRequired: true,
    },
    {
      name: 'compare_at_amount',
      label: t('store.variant.compareAt', { currency }),
      kind: 'amount',
      currency,
      description: t('store.variant.compareAt.description'),
    },
    {
      name: 'inventory_quantity',
      label: t('store.variant.stock'),
      kind: 'whole',
      description: t('store.variant.stock.description'),
    },
    {
      name: 'inventory_policy',
      label: t('store.variant.policy'),
      kind: 'text',
      options: (['deny', 'continue'] as const).map((id) => ({ id, text: t(`store.variant.policy.${id}`) })),
    },
  ];
}
