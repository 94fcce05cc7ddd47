import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { authDocument } from '../../api/auth-api';
import type { Document } from '../../api/documents';
import { type Erasure, erasuresKey } from '../../api/erasures';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { ErasedApps } from '../../parts/erasures/erased-apps';
import { ErasureBadge } from '../../parts/erasures/status-badges';
import { Facts } from '../../parts/facts';
import { Card } from '../../parts/layout';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';

/** One erasure with the confirmations of all apps. */
export default function ErasurePage(): ReactNode {
  const t = useTexts();
  const { id = '' } = useParams();
  const shop = useShop();
  const { data, error, refetch } = useQuery({
    queryKey: [...erasuresKey(shop.id), 'one', id],
    queryFn: async ({ signal }) =>
      (await authDocument<Document<Erasure>>(`/api/shops/${shop.id}/erasures/${id}`, { signal })).data,
    enabled: isId(id),
  });
  const isMissing = !isId(id) || (isProblem(error) && error.status === 404);
  return (
    <Page
      title={t(data ? `erasures.title.${data.attributes.subject}` : 'erasures.title')}
      lead={<Link to="/activity/erasures">{t('erasures.title')}</Link>}
    >
      {data ? (
        <Details erasure={data} />
      ) : (
        <Card>
          {isMissing && <EmptyState icon="people" title={t('erasures.missing')} />}
          {!isMissing && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!isMissing && !error && <Skeleton lines={7} tall />}
        </Card>
      )}
    </Page>
  );
}

function Details({ erasure: { attributes } }: { erasure: Erasure }): ReactNode {
  const t = useTexts();
  const { customer_id, subject, status, requested_at, due_at, cleared_at, apps } = attributes;
  return (
    <>
      <Card>
        <Facts
          facts={[
            { name: t('erasures.status'), value: <ErasureBadge status={status} /> },
            {
              name: t('erasures.customer'),
              value: customer_id === null ? undefined : <CustomerLink id={customer_id} />,
            },
            { name: t('erasures.requested'), value: <Time value={requested_at} /> },
            { name: t('erasures.due'), value: <Time value={due_at} form="date" /> },
            {
              name: t('erasures.cleared'),
              value: subject === 'customer' ? <Cleared at={cleared_at} /> : undefined,
            },
          ]}
        />
      </Card>
      <Card title={t('erasures.apps')}>
        <ErasedApps apps={apps} />
      </Card>
    </>
  );
}

/** Time at which the platform had cleared its own copies. */
function Cleared({ at }: { at: string | null }): ReactNode {
  const t = useTexts();
  return at === null ? t('erasures.cleared.pending') : <Time value={at} />;
}

function CustomerLink({ id }: { id: string }): ReactNode {
  return (
    <Link to={`/customers/${id}`}>
      <code>{id}</code>
    </Link>
  );
}
