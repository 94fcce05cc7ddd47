import type { ReactNode } from 'react';
import type { Customer as CustomerResource, Order } from '../../api/store';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { useKnown } from '../../parts/store/known';
import { ObjectLink } from '../../parts/store/object-link';
import { Email, nameOf } from '../../parts/store/people';
import { useTexts } from '../../texts/texts';

export function Customer({ order: { relationships, attributes } }: { order: Order }): ReactNode {
  const t = useTexts();
  const id = relationships?.['customer']?.data?.id;
  const customer = useKnown<CustomerResource>('customers', id ?? '').data?.object.attributes;
  const name = nameOf(customer) || customer?.email || t('store.customer.nameless');
  return (
    <Card title={t('store.order.customer')}>
      <Facts
        facts={[
          {
            name: t('store.customer.name'),
            value: id ? (
              <ObjectLink type="customers" id={id}>
                <bdi>{customer ? name : t('loading.label')}</bdi>
              </ObjectLink>
            ) : (
              t('store.order.guest')
            ),
          },
          { name: t('store.customer.email'), value: <Email email={attributes.email} /> },
          {
            name: t('store.customer.orders'),
            value: customer && String(customer.orders_count),
          },
        ]}
      />
    </Card>
  );
}
