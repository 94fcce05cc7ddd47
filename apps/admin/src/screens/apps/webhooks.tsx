import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Installation } from '../../api/installations';
import { deliveriesPath, pageOfDeliveries, type WebhookStream } from '../../api/webhooks';
import { ButtonLink } from '../../parts/button';
import { Facts } from '../../parts/facts';
import { Card, Row, Stack } from '../../parts/layout';
import { standingOf } from '../../parts/standing';
import { ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { WebhookHealth } from '../../parts/webhook-health';
import { TryNow, WebhookState } from '../../parts/webhook-state';
import { Answer, deliveriesKey, useStream } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

export function Webhooks({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const stream = useStream(installation.id);
  const { receives_webhooks, status } = installation.attributes;
  // An uninstalled app can still receive its last webhook event.
  const isReceiver = receives_webhooks || status === 'uninstalled';
  return (
    <>
      <Card
        title={t('webhooks.title')}
        actions={
          <ButtonLink size="small" href={`/apps/${installation.id}/deliveries`}>
            {t('webhooks.deliveries')}
          </ButtonLink>
        }
      >
        {stream.isPending && <Skeleton lines={2} />}
        {stream.error && stream.data === undefined && (
          <ErrorState error={stream.error} onRetry={() => void stream.refetch()} />
        )}
        {stream.data !== undefined && !isReceiver && <p>{t('webhooks.nothing')}</p>}
        {stream.data === null && isReceiver && <p>{t('webhooks.none')}</p>}
        {stream.data && isReceiver && <Stream stream={stream.data} />}
      </Card>
      {stream.data && (
        <WebhookHealth installationId={installation.id} attempts={stream.data.attributes.attempts} />
      )}
    </>
  );
}

function Stream({ stream }: { stream: WebhookStream }): ReactNode {
  const t = useTexts();
  const standing = standingOf(stream);
  return (
    <Stack gap="small">
      <p>
        <WebhookState stream={stream} />
      </p>
      <p>{t(`webhooks.about.${standing}`)}</p>
      {(standing === 'failing' || standing === 'paused') && <Trouble stream={stream} />}
    </Stack>
  );
}

function Trouble({ stream: { id, attributes } }: { stream: WebhookStream }): ReactNode {
  const t = useTexts();
  const last = useLastFailure(id, attributes.attempts);
  const { failing_since, attempts, next_attempt_at, backlog, kept_until } = attributes;
  return (
    <>
      <Facts
        facts={[
          { name: t('webhooks.failing'), value: <Time value={failing_since} /> },
          {
            name: t('webhooks.because'),
            value:
              last === undefined ? (
                '…'
              ) : last?.attributes.response_status ? (
                t('webhooks.answered', { status: String(last.attributes.response_status) })
              ) : (
                <Answer response_status={null} error={last?.attributes.error ?? null} />
              ),
          },
          { name: t('webhooks.attempts'), value: attempts },
          {
            name: t('webhooks.next'),
            value:
              next_attempt_at === null ? (
                t('webhooks.next.now')
              ) : (
                <Time value={next_attempt_at} form="seconds" />
              ),
          },
          { name: t('webhooks.behind'), value: t('webhooks.behind.count', { count: backlog }) },
          { name: t('webhooks.kept'), value: kept_until === null ? undefined : <Time value={kept_until} /> },
        ]}
      />
      {last && (
        <Row>
          <TryNow installationId={id} eventId={last.attributes.event_id} />
        </Row>
      )}
    </>
  );
}

/**
 * Loads the webhook delivery that the worker is retrying, and reloads it after each attempt. Returns null if there is
 * no such delivery.
 */
function useLastFailure(installationId: string, attempts: number) {
  const { id } = useShop();
  const query = { 'filter[installation]': installationId, 'filter[status]': 'retrying', 'page[size]': 1 };
  return useQuery({
    queryKey: [...deliveriesKey(id), installationId, 'failing', attempts],
    queryFn: async ({ signal }) =>
      (await pageOfDeliveries(id, deliveriesPath, { query, signal })).data[0] ?? null,
    placeholderData: (before) => before,
  }).data;
}
