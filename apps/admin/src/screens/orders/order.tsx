import type { ReactNode } from 'react';
import type { Order } from '../../api/store';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { DetailPage } from '../../parts/store/detail-page';
import { EditCard } from '../../parts/store/edit-card';
import { MetaCard } from '../../parts/store/meta-card';
import { AddressLines } from '../../parts/store/people';
import { useTexts } from '../../texts/texts';
import { Amounts } from './amounts';
import { Customer } from './customer';
import { Lines } from './lines';
import { States } from './states';
import { Timeline } from './timeline-card';

export default function OrderPage(): ReactNode {
  const t = useTexts();
  return (
    <DetailPage<Order>
      type="orders"
      title={({ attributes }) => t('store.order.title', { number: String(attributes.number) })}
    >
      {(known, changing) => {
        const { object } = known;
        return {
          main: (
            <>
              <Lines order={object} />
              <Amounts order={object} />
              <States known={known} changing={changing} />
              <Timeline order={object} />
            </>
          ),
          aside: (
            <>
              <Customer order={object} />
              <Addresses order={object} />
              <EditCard
                title={t('store.notes')}
                fields={[
                  { name: 'note', label: t('store.field.note'), kind: 'nullable', isLong: true },
                  {
                    name: 'tags',
                    label: t('store.field.tags'),
                    kind: 'tags',
                    description: t('store.field.tags.description'),
                  },
                ]}
                known={known}
                changing={changing}
              />
              <MetaCard object={object} />
            </>
          ),
        };
      }}
    </DetailPage>
  );
}

function Addresses({ order: { attributes } }: { order: Order }): ReactNode {
  const t = useTexts();
  const { shipping_address, billing_address } = attributes;
  const isSame = JSON.stringify(shipping_address) === JSON.stringify(billing_address);
  return (
    <Card title={t('store.order.addresses')}>
      <Facts
        facts={[
          { name: t('store.order.shipping'), value: <AddressLines address={shipping_address} /> },
          {
            name: t('store.order.billing'),
            value:
              isSame && billing_address ? (
                t('store.order.sameAddress')
              ) : (
                <AddressLines address={billing_address} />
              ),
          },
        ]}
      />
    </Card>
  );
}
