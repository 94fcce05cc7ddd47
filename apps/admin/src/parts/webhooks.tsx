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

/** How often it is asked how far a stream has got, ms. */
const followMs = 5_000;
/** More paused apps than this are not named one by one. */
const MAX_NAMED = 5;
/** Of so many it is asked whether they are installed still. */
const MAX_READ = 20;

/** How far an app has got with the events of the shop; null where it was never told of any. */
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
  /** All of them. */
  count: number;
  /** The first of them. */
  named: PausedApp[];
}

/** The apps of the shop whose events wait because they were not reached for too long. */
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
      // One that was uninstalled while it waited needs nobody's attention.
      const installed = (await Promise.all(read)).filter(
        ({ installation: { attributes } }) => attributes.status === 'installed',
      );
      const unread = streams.length - read.length;
      return { count: installed.length + unread, named: installed.slice(0, MAX_NAMED) };
    },
  });
}

/** What an owner has to look into, where apps are not reached; and that nobody knows, where the shop's API does not say. */
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
                  <Link to={`/apps/${id}`}>
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

/** What a receiver answered: the status, else why there was none. */
export function Answer({
  response_status,
  error,
}: Pick<DeliveryAttributes, 'response_status' | 'error'>): ReactNode {
  if (response_status !== null) return <span className={styles['status']}>{response_status}</span>;
  return error === null ? <span className={styles['none']}>–</span> : error;
}
