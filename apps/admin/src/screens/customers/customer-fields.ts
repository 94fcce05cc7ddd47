import type { AttributeField } from '../../parts/store/attributes';
import type { Texts } from '../../texts/texts';

export function customerFields(t: Texts): AttributeField[] {
  return [
    { name: 'first_name', label: t('store.customer.firstName'), kind: 'nullable' },
    { name: 'last_name', label: t('store.customer.lastName'), kind: 'nullable' },
    { name: 'email', label: t('store.customer.email'), kind: 'nullable' },
    { name: 'phone', label: t('store.customer.phone'), kind: 'nullable' },
    { name: 'note', label: t('store.field.note'), kind: 'nullable', isLong: true },
    {
      name: 'tags',
      label: t('store.field.tags'),
      kind: 'tags',
      description: t('store.field.tags.description'),
    },
  ];
}
