import { lazy, type ReactNode, Suspense } from 'react';
import { erasuresRight } from '../../api/erasures';
import type { Customer } from '../../api/store';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { Skeleton } from '../../parts/states';
import { DetailPage } from '../../parts/store/detail-page';
import { EditCard } from '../../parts/store/edit-card';
import { Initials } from '../../parts/store/initials';
import { MetaCard } from '../../parts/store/meta-card';
import { useSums } from '../../parts/store/money';
import { AddressLines, nameOf } from '../../parts/store/people';
import { WordBadge } from '../../parts/store/words';
import { useMay } from '../../session/membership';
import { type Texts, useTexts } from '../../texts/texts';
import { customerFields } from './customer-fields';
import { DownloadData } from './download-data';
import { OrdersOf } from './orders-of';
import { RedactCustomer } from './redact-customer';

const CustomerErasure = lazy(() => import('./customer-erasure'));

export default function CustomerPage(): ReactNode {
  const t = useTexts();
  return (
    <DetailPage<Customer>
      type="customers"
      title={(customer) => titleOf(t, customer)}
      mark={(customer) => <Initials name={titleOf(t, customer)} />}
      actions={(known, changing) => (
        <>
          <DownloadData customerId={known.object.id} />
          <RedactCustomer known={known} changing={changing} />
        </>
      )}
    >
      {(known, changing) => {
        const { object } = known;
        const isRedacted = object.attributes.status === 'redacted';
        return {
          main: (
            <>
              {isRedacted && <Redacted id={object.id} />}
              <OrdersOf customerId={object.id} count={object.attributes.orders_count} />
              {!isRedacted && (
                <EditCard
                  title={t('store.customers.one')}
                  fields={customerFields(t)}
                  known={known}
                  changing={changing}
                />
              )}
            </>
          ),
          aside: (
            <>
              <Sums customer={object} />
              <MetaCard object={object} />
            </>
          ),
        };
      }}
    </DetailPage>
  );
}

function Redacted({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const may = useMay();
  return (
    <>
      <Notice title={t('store.redacted.title')}>{t('store.redacted')}</Notice>
      {may(erasuresRight) && (
        <Suspense fallback={<Skeleton lines={5} />}>
          <CustomerErasure customerId={id} />
        </Suspense>
      )}
    </>
  );
}

const titleOf = (t: Texts, { attributes }: Customer): string =>
  nameOf(attributes) || attributes.email || t('store.customer.nameless');

function Sums({ customer: { attributes } }: { customer: Customer }): ReactNode {
  const t = useTexts();
  const sums = useSums();
  return (
    <Card title={t('store.customer.about')}>
      <Facts
        facts={[
          { name: t('store.filter.status'), value: <WordBadge word={attributes.status} /> },
          { name: t('store.customer.orders'), value: String(attributes.orders_count) },
          { name: t('store.customer.spent'), value: sums(attributes.total_spent) },
          {
            name: t('store.customer.marketing'),
            value: t(attributes.accepts_marketing ? 'store.yes' : 'store.no'),
          },
          {
            name: t('store.customer.address'),
            value: <AddressLines address={attributes.default_address} />,
          },
        ]}
      />
    </Card>
  );
}
