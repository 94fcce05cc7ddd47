import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readStreams, sendAgain, type WebhookStream } from '../api/webhooks';
import { useMay } from '../session/membership';
import { useShop } from '../session/shop';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Badge } from './notice';
import { type Standing, standingOf } from './standing';
import { whatHappened } from './states';
import { toast } from './toast';
import { deliveriesKey, streamsKey } from './webhooks';

const kinds: Record<Standing, 'good' | 'info' | 'warning' | 'danger' | 'neutral'> = {
  delivering: 'good',
  behind: 'info',
  failing: 'warning',
  paused: 'danger',
  ended: 'neutral',
};

export function WebhookState({ stream }: { stream: Pick<WebhookStream, 'attributes'> }): ReactNode {
  const t = useTexts();
  const standing = standingOf(stream);
  return (
    <Badge kind={kinds[standing]}>
      {t(`webhooks.state.${standing}`, { count: stream.attributes.backlog })}
    </Badge>
  );
}

export function useStreams() {
  const { id } = useShop();
  const may = useMay();
  return useQuery({
    queryKey: [...streamsKey(id), 'all'],
    enabled: may('webhook_streams.collection'),
    queryFn: async ({ signal }) => {
      const streams = await readStreams(id, signal);
      return new Map(streams.map((stream) => [stream.id, stream]));
    },
  });
}

/**
 * A button that immediately retries a failed webhook event. After a success, the platform delivers the pending
 * events.
 */
export function TryNow({ installationId, eventId }: { installationId: string; eventId: string }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const send = async (): Promise<void> => {
    setPending(true);
    try {
      await sendAgain(id, installationId, eventId);
      toast(t('webhooks.tryNow.done'));
      await queries.invalidateQueries({ queryKey: [...deliveriesKey(id), installationId] });
    } catch (error) {
      toast(t(whatHappened(error)));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="small" needs="webhook_deliveries.post" isPending={isPending} onPress={() => void send()}>
      {t('webhooks.tryNow')}
    </Button>
  );
}
