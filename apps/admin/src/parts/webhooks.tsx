import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Installation, readInstallation } from '../api/installations';
import { type DeliveryAttributes, readPausedStreams, readStream, type WebhookStream } from '../api/webhooks';
import { useMay } from '../session/membership';
import { useShop } from '../session/shop';
import { Text, useTexts } from '../texts/texts';
import { Notice } from './notice';
import { Unknown } from './states';
import { Time } from './time';
import styles from './webhooks.module.css';

export const streamsKey = (shopId: string) => ['webhook_streams', shopId] as const;
export const deliveriesKey = (shopId: string) => ['webhook_deliveries', shopId] as const;

/** Interval in milliseconds in which the delivery state is reloaded. */
const followMs = 5_000;
/** Maximum number of paused apps listed by name. */
const MAX_NAMED = 5;
/** Maximum number of delivery states whose installation is checked. */
const MAX_READ = 20;

/** Loads the delivery state of an app in the shop. null if no event was sent to the app. */
export function useStream(installationId: string, enabled = true) {
  const { id } = useShop();
  return useQuery({
    queryKey: [...streamsKey(id), installationId],
    queryFn: ({ signal }) => readStream(id, installationId, signal),
    enabled,
    refetchInterval: followMs,
  });
}

interface PausedApp {
  stream: WebhookStream;
  installation: Installation;
}

interface Paused {
  /** Number of paused apps. */
  count: number;
  /** Details of the first paused apps. */
  named: PausedApp[];
}

/** Loads the apps whose deliveries are paused after a long outage of their receiver. */
export function usePaused() {
  const { id } = useShop();
  const may = useMay();
  return useQuery({
    queryKey: [...streamsKey(id), 'paused'],
    enabled: may('webhook_streams.collection', 'installations.get'),
    queryFn: async ({ signal }): Promise<Paused> => {
      const streams = await readPausedStreams(id, signal);
      const read = streams.slice(0, MAX_READ).map(async (stream) => ({
        stream,
        installation: await readInstallation(id, stream.id, signal),
      }));
      // Ignores apps that were uninstalled while their deliveries were paused.
      const installed = (await Promise.all(read)).filter(
        ({ installation: { attributes } }) => attributes.status === 'installed',
      );
      const unread = streams.length - read.length;
      return { count: installed.length + unread, named: installed.slice(0, MAX_NAMED) };
    },
  });
}

/** Warns an owner about unreachable apps. Says that the state is unknown if the shop API fails. */
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

/** Shows the status of a receiver's response, or the reason for a missing response. */
export function Answer({
  response_status,
  error,
}: Pick<DeliveryAttributes, 'response_status' | 'error'>): ReactNode {
  if (response_status !== null) return <span className={styles['status']}>{response_status}</span>;
  return error === null ? <span className={styles['none']}>–</span> : error;
}
