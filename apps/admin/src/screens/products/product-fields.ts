import { productStatuses } from '../../api/store';
import { type AttributeField, type Typed, valueIn } from '../../parts/store/attributes';
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

/** Returns the form fields of a variant. Prices are in `currency`. A new variant also has a field for the currency. */
export function variantFields(t: Texts, currency: string): AttributeField[] {
  const price: AttributeField = {
    ...{ name: 'price_amount', label: t('variant.price', { currency }), isRequired: true },
    ...{ kind: 'amount', currency, accepts: isNotNegative, refusal: t('store.amount.wrong') },
  };
  const compareAt: AttributeField = {
    ...{ name: 'compare_at_amount', label: t('variant.compareAt', { currency }) },
    ...{ kind: 'amount', currency, accepts: isNotNegative, refusal: t('store.amount.wrong') },
    description: t('variant.compareAt.description'),
    warning: (typed) =>
      isNoDiscount(valueIn(price, typed), valueIn(compareAt, typed))
        ? t('variant.compareAt.warning')
        : undefined,
  };
  const stock: AttributeField = {
    ...{ name: 'inventory_quantity', label: t('variant.stock'), kind: 'whole' },
    description: t('variant.stock.description'),
    warning: (typed: Typed) => stockWarning(t, valueIn(stock, typed)),
  };
  return [
    { name: 'title', label: t('store.field.title'), kind: 'text', isRequired: true },
    { name: 'sku', label: t('variant.sku'), kind: 'nullable' },
    ...[price, compareAt, stock],
    {
      name: 'inventory_policy',
      label: t('variant.policy'),
      kind: 'text',
      options: (['deny', 'continue'] as const).map((id) => ({ id, text: t(`variant.policy.${id}`) })),
    },
  ];
}

const isNotNegative = (amount: number): boolean => amount >= 0;

/**
 * Returns true if the compare-at price is not above the price. The API accepts such a compare-at price, but it shows
 * no discount.
 */
function isNoDiscount(price: unknown, compareAt: unknown): boolean {
  return typeof price === 'number' && typeof compareAt === 'number' && compareAt <= price;
}

/**
 * Returns a warning about negative stock. The API accepts negative stock, because customers can buy more than is in
 * stock.
 */
export function stockWarning(t: Texts, quantity: unknown): string | undefined {
  return typeof quantity === 'number' && quantity < 0
    ? t('variant.stock.negative', { missing: -quantity })
    : undefined;
}
