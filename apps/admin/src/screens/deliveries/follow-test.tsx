import { type ReactNode, useEffect, useState } from 'react';
import type { WholeDelivery } from '../../api/webhooks';
import { Button, ButtonLink } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { useDuration } from '../../parts/duration';
import { Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ErrorState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { AnswerText } from './attempts';
import { isUnderWay } from './delivery-parts';
import { useDelivery } from './use-delivery';

/** Interval in milliseconds between requests for the test delivery. */
const followMs = 700;
/**
 * Time in milliseconds after which the panel explains a missing response. A delivery starts within a second, and a
 * response can take 15 seconds.
 */
const longMs = 20_000;

interface FollowTestProps {
  installationId: string;
  id: string;
  onAnother: () => void;
  onClose: () => void;
}

export function FollowTest({ installationId, id, onAnother, onClose }: FollowTestProps): ReactNode {
  const t = useTexts();
  const query = useDelivery(id, followMs);
  const { data } = query;
  return (
    <Stack>
      {query.error && !data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : data && !isUnderWay(data.attributes.status) ? (
        <Outcome delivery={data} />
      ) : (
        <OnItsWay />
      )}
      <DialogActions>
        <Button onPress={onAnother}>{t('deliveries.test.another')}</Button>
        <ButtonLink href={`/apps/${installationId}/deliveries/${id}`}>{t('deliveries.test.look')}</ButtonLink>
        <Button look="primary" onPress={onClose}>
          {t('action.done')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function OnItsWay(): ReactNode {
  const t = useTexts();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice live title={t('deliveries.test.waiting')}>
      {isLong && <p>{t('deliveries.test.waiting.long')}</p>}
    </Notice>
  );
}

function Outcome({ delivery: { attributes } }: { delivery: WholeDelivery }): ReactNode {
  const t = useTexts();
  const duration = useDuration();
  const { status, response_status, duration_ms, error, attempts } = attributes;
  const last = attempts.at(-1);
  const isDelivered = status === 'delivered';
  const values = { status: String(response_status), duration: duration(duration_ms ?? 0) };
  return (
    <>
      <Notice
        kind={isDelivered ? 'good' : 'danger'}
        live
        title={isDelivered ? t('deliveries.test.delivered', values) : t('deliveries.test.failed')}
      >
        {!isDelivered && (
          <p>
            {response_status === null ? error : t('webhooks.answered', { status: String(response_status) })}
          </p>
        )}
      </Notice>
      {last && last.status !== null && <AnswerText attempt={last} />}
    </>
  );
}
