import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { type Erasure, erasuresKey, erasuresPath } from '../../api/erasures';
import { ButtonLink } from '../../parts/button';
import { ErasedApps } from '../../parts/erasures/erased-apps';
import { ErasureBadge } from '../../parts/erasures/status-badges';
import { Card, Row, Stack } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { Text, useTexts } from '../../texts/texts';

/** Interval in milliseconds between requests for the data erasure, and the maximum number of requests. */
const POLL_MS = 3_000;
const MAX_POLLS = 20;

export default function CustomerErasure({ customerId }: { customerId: string }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const { data, error, refetch } = useQuery({
    queryKey: [...erasuresKey(id), 'of', customerId],
    queryFn: ({ signal }) => authPage<Erasure>(erasuresPath(id, { customer_id: customerId }), { signal }),
    // Repeats the request, because the worker creates the data erasure some seconds after the customer is redacted.
    refetchInterval: ({ state }) =>
      state.data?.data.length === 0 && state.dataUpdateCount < MAX_POLLS ? POLL_MS : false,
  });
  const erasure = data?.data[0];
  return (
    <Card
      title={t('erasures.title')}
      {...(erasure && {
        actions: (
          <ButtonLink size="small" href={`/activity/erasures/${erasure.id}`}>
            {t('erasures.open')}
          </ButtonLink>
        ),
      })}
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && !erasure && <p>{t('erasures.customer.pending')}</p>}
      {erasure && (
        <Stack>
          <Row>
            <ErasureBadge status={erasure.attributes.status} />
            <span>
              <Text
                id="erasures.customer.due"
                values={{ time: <Time value={erasure.attributes.due_at} form="date" /> }}
              />
            </span>
          </Row>
          <ErasedApps apps={erasure.attributes.apps} />
        </Stack>
      )}
    </Card>
  );
}
