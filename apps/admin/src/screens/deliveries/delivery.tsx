import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { sendAgain, type WholeDelivery } from '../../api/webhooks';
import { Button } from '../../parts/button';
import { CopyButton } from '../../parts/copy-button';
import { Facts } from '../../parts/facts';
import { useInstallation } from '../../parts/installed';
import { Card, Row } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { EmptyState, ErrorState, Skeleton, whyFailed } from '../../parts/states';
import { ObjectLink } from '../../parts/store/object-link';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { Answer, deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { Attempts } from './attempts';
import { StatusBadge } from './delivery-parts';
import { SentRequest } from './sent-request';
import { SkipEvent } from './skip-event';
import { useDelivery } from './use-delivery';

/** Interval in milliseconds between requests for the webhook delivery. */
const followMs = 2_000;

export default function DeliveryPage(): ReactNode {
  const { id = '', delivery_id = '' } = useParams();
  // The key resets the component state when the delivery id changes.
  return <One key={delivery_id} installationId={id} id={delivery_id} />;
}

function One({ installationId, id }: { installationId: string; id: string }): ReactNode {
  const t = useTexts();
  const query = useDelivery(id, followMs);
  const { data, error } = query;
  const isForeign = data !== undefined && data.relationships?.['installation']?.data?.id !== installationId;
  if (data && !isForeign) return <Details installationId={installationId} delivery={data} />;
  const missing = isForeign || !isId(id) || (isProblem(error) && error.status === 404);
  return (
    <Page
      title={t(missing ? 'deliveries.one.missing.title' : 'deliveries.one')}
      lead={<BackLink installationId={installationId} />}
    >
      <Card>
        {missing ? (
          <EmptyState icon="activity" title={t('deliveries.one.missing.lead')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={9} tall />
        )}
      </Card>
    </Page>
  );
}

/** A link back to the list of webhook deliveries with the list's previous filters. */
function BackLink({ installationId }: { installationId: string }): ReactNode {
  const t = useTexts();
  const { state } = useLocation() as { state: { search?: string } | null };
  return (
    <Link to={{ pathname: `/apps/${installationId}/deliveries`, search: state?.search ?? '' }}>
      {t('deliveries.one.back')}
    </Link>
  );
}

function Details({
  installationId,
  delivery,
}: {
  installationId: string;
  delivery: WholeDelivery;
}): ReactNode {
  const { attributes } = delivery;
  const again = useSendAgain(installationId, delivery);
  return (
    <Page
      title={attributes.event_type}
      lead={<BackLink installationId={installationId} />}
      actions={
        <>
          <SkipEvent delivery={delivery} />
          {again.button}
        </>
      }
    >
      {again.error}
      <Card>
        <About delivery={delivery} />
      </Card>
      <SentRequest delivery={delivery} />
      <Attempts attempts={attributes.attempts} url={attributes.request?.url} />
    </Page>
  );
}

/** Returns a button that sends the event again and opens the new delivery. Returns undefined for a test delivery. */
function useSendAgain(installationId: string, { attributes }: WholeDelivery) {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const installation = useInstallation(installationId);
  const { state } = useLocation() as { state: unknown };
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      const made = await sendAgain(shop.id, installationId, attributes.event_id);
      void queries.invalidateQueries({ queryKey: [...deliveriesKey(shop.id), installationId] });
      toast(t('deliveries.again.done', { count: 1 }));
      await navigate(`/apps/${installationId}/deliveries/${made.id}`, { state });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPending(false);
    }
  };
  const isPossible = attributes.kind !== 'test' && installation.data?.attributes.status === 'installed';
  return {
    button: isPossible && (
      <Button look="primary" isPending={isPending} onPress={() => void send()}>
        {t('deliveries.again')}
      </Button>
    ),
    error: error !== undefined && (
      <Notice kind="danger" live title={t('deliveries.again.failed', { count: 1 })}>
        <p>{whyFailed(t, error)}</p>
      </Notice>
    ),
  };
}

function About({ delivery: { attributes } }: { delivery: WholeDelivery }): ReactNode {
  const t = useTexts();
  const { kind, event_id, sequence, resource_type, resource_id, next_attempt_at } = attributes;
  const isAnswered = attributes.response_status !== null || attributes.error !== null;
  return (
    <Facts
      facts={[
        { name: t('deliveries.column.status'), value: <StatusBadge status={attributes.status} /> },
        {
          name: t('deliveries.column.answer'),
          value: isAnswered ? <Answer {...attributes} /> : undefined,
        },
        {
          name: t('deliveries.one.next'),
          value: next_attempt_at === null ? undefined : <Time value={next_attempt_at} form="seconds" />,
        },
        { name: t('deliveries.one.kind'), value: t(`deliveries.one.kind.${kind}`) },
        { name: t('deliveries.one.sequence'), value: sequence ?? undefined },
        {
          name: t('deliveries.one.resource'),
          value: resource_type === null ? undefined : <Subject type={resource_type} id={resource_id ?? ''} />,
        },
        {
          name: t('deliveries.one.id'),
          value: (
            <Row>
              <code>{event_id}</code>
              <CopyButton text={event_id} label={t('deliveries.one.id')} />
            </Row>
          ),
        },
        { name: t('deliveries.one.created'), value: <Time value={attributes.created_at} form="seconds" /> },
      ]}
    />
  );
}

function Subject({ type, id }: { type: string; id: string }): ReactNode {
  return (
    <>
      {type} <ObjectLink type={type} id={id} />
    </>
  );
}
