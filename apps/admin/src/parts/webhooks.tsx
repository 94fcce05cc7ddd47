import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readPausedApps } from '../api/paused-apps';
import { type DeliveryAttributes, readStream } from '../api/webhooks';
import { useMay } from '../session/membership';
import { useShop } from '../session/shop';
import { Text, useTexts } from '../texts/texts';
import { Notice } from './notice';
import { Unknown } from './states';
import { Time } from './time';
import styles from './webhooks.module.css';

export const streamsKey = (shopId: string) => ['webhook_streams', shopId] as const;
export const deliveriesKey = (shopId: string) => ['webhook_deliveries', shopId] as const;

/** Interval in milliseconds between requests for the webhook delivery state. */
const followMs = 5_000;

/** Loads the webhook delivery state of an app installation. Returns null if the shop has sent no event to the app. */
export function useStream(installationId: string, enabled = true) {
  const { id } = useShop();
  return useQuery({
    queryKey: [...streamsKey(id), installationId],
    queryFn: ({ signal }) => readStream(id, installationId, signal),
    enabled,
    refetchInterval: followMs,
  });
}

/** Loads the apps whose webhook deliveries are paused after days of failures. */
export function usePaused() {
  const { id } = useShop();
  const may = useMay();
  return useQuery({
    queryKey: [...streamsKey(id), 'paused'],
    enabled: may('webhook_streams.collection', 'installations.get'),
    queryFn: ({ signal }) => readPausedApps(id, signal),
  });
}

/**
 * Warns the owner about apps with paused webhook deliveries. If the shop API fails, reports that the state is
 * unknown.
 */
export function PausedNotice({
  query: { data: paused, error },
  onRetry,
}: {
  query: Pick<ReturnType<typeof usePaused>, 'data' | 'error'>;
  onRetry: () => void;
}): ReactNode {
  const t = useTexts();
  if (!paused && error) return <Unknown onRetry={onRetry}>{t('webhooks.paused.unknown')}</Unknown>;
  if (!paused?.count) return null;
  const more = paused.count - paused.named.length;
  return (
    <Notice kind="warning" title={t('webhooks.paused.title', { count: paused.count })}>
      <ul>
        {paused.named.map(({ stream: { id, attributes }, installation }) => (
          <li key={id}>
            <Text
              id="webhooks.paused.app"
              values={{
                app: (
                  <Link to={`/apps/${id}/webhooks`}>
                    <bdi>{installation.attributes.app_name}</bdi>
                  </Link>
                ),
                time: <Time value={attributes.failing_since} form="date" />,
                until: <Time value={attributes.kept_until} form="date" />,
              }}
            />
          </li>
        ))}
        {more > 0 && <li>{t('webhooks.paused.more', { count: more })}</li>}
      </ul>
    </Notice>
  );
}

/** HTTP status of the webhook's response, or the reason for a missing response. */
export function Answer({
  response_status,
  error,
}: Pick<DeliveryAttributes, 'response_status' | 'error'>): ReactNode {
  if (response_status !== null) return <span className={styles['status']}>{response_status}</span>;
  return error === null ? <span className={styles['none']}>–</span> : error;
}
