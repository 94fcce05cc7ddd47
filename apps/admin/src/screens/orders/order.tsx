import type { ReactNode } from 'react';
import type { Known, Order } from '../../api/store';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { DetailPage } from '../../parts/store/detail-page';
import { EditCard } from '../../parts/store/edit-card';
import type { Changing } from '../../parts/store/known';
import { MetaCard } from '../../parts/store/meta-card';
import { AddressLines } from '../../parts/store/people';
import { useTexts } from '../../texts/texts';
import { Amounts } from './amounts';
import { Customer } from './customer';
import { Fulfillments } from './fulfillments-card';
import { useHistory } from './history';
import { Lines } from './lines';
import { OrderActions, OrderBadges, stepButtons } from './states';
import type { OrderActionProps } from './steps';
import { Timeline } from './timeline-card';

export default function OrderPage(): ReactNode {
  const t = useTexts();
  return (
    <DetailPage<Order>
      type="orders"
      title={({ attributes }) => t('store.order.title', { number: String(attributes.number) })}
      status={(order) => <OrderBadges order={order} />}
      actions={(known, changing) => <Actions known={known} changing={changing} />}
    >
      {(known, changing) => ({
        main: <Main known={known} changing={changing} />,
        aside: <Aside known={known} changing={changing} />,
      })}
    </DetailPage>
  );
}

function Actions(props: OrderActionProps): ReactNode {
  return <OrderActions {...props} history={useHistory(props.known.object)} />;
}

function Main(props: OrderActionProps): ReactNode {
  const { object } = props.known;
  const history = useHistory(object);
  return (
    <>
      <Lines order={object} history={history} />
      <Fulfillments
        fulfillments={history.fulfillments}
        lines={object.attributes.line_items}
        steps={stepButtons(['returned'], props)}
      />
      <Amounts order={object} steps={stepButtons(['authorized', 'voided'], props)} />
      <Timeline order={object} history={history} />
    </>
  );
}

function Aside({ known, changing }: { known: Known<Order>; changing: Changing<Order> }): ReactNode {
  const t = useTexts();
  return (
    <>
      <Customer order={known.object} />
      <Addresses order={known.object} />
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
      <MetaCard object={known.object} />
    </>
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
