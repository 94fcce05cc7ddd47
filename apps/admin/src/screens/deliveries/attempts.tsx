import { type ReactNode, useState } from 'react';
import type { Attempt } from '../../api/webhooks';
import { Button } from '../../parts/button';
import { useDuration } from '../../parts/duration';
import { Card, Stack } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { Time } from '../../parts/time';
import { useTexts } from '../../texts/texts';
import styles from './deliveries.module.css';

/**
 * Number of delivery attempts that are visible at first. A paused app has hundreds of attempts, because the worker
 * retries every hour for weeks.
 */
const shownAtFirst = 10;

/**
 * Lists the attempts of a webhook delivery, newest first. `url` is the URL of the last request. An attempt with
 * another URL shows its URL.
 */
export function Attempts({
  attempts,
  url,
}: {
  attempts: readonly Attempt[];
  url: string | undefined;
}): ReactNode {
  const t = useTexts();
  const [isAll, setAll] = useState(false);
  const newest = attempts.toReversed();
  const shown = isAll ? newest : newest.slice(0, shownAtFirst);
  return (
    <Card
      title={t('deliveries.attempts')}
      lead={attempts.length > 1 ? t('deliveries.attempts.lead') : undefined}
    >
      <Stack>
        {attempts.length === 0 && <p>{t('deliveries.attempts.none')}</p>}
        {shown.map((attempt) => (
          <One key={attempt.attempt} attempt={attempt} url={url} />
        ))}
        {shown.length < attempts.length && (
          <div>
            <Button size="small" onPress={() => setAll(true)}>
              {t('deliveries.attempts.all', { count: attempts.length })}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function One({ attempt, url }: { attempt: Attempt; url: string | undefined }): ReactNode {
  const t = useTexts();
  const duration = useDuration();
  const title = t('deliveries.attempt', { number: attempt.attempt });
  return (
    <section className={styles['attempt']} aria-label={title}>
      <div className={styles['attemptHeader']}>
        <h3>{title}</h3>
        {attempt.status !== null && (
          <Badge kind={isSuccess(attempt.status) ? 'good' : 'danger'}>{attempt.status}</Badge>
        )}
        <span className={styles['soft']}>
          <Time value={attempt.attempted_at} form="seconds" />
        </span>
        <span className={styles['soft']}>{duration(attempt.duration_ms)}</span>
      </div>
      {attempt.url !== url && (
        <p>
          <code className={styles['address']}>{attempt.url}</code>
        </p>
      )}
      {attempt.error !== null && <p className={styles['error']}>{attempt.error}</p>}
      {attempt.status !== null && <AnswerText attempt={attempt} />}
    </section>
  );
}

/** Shows the webhook's response body as plain text, even if its content type is HTML. */
export function AnswerText({ attempt: { attempt, answer } }: { attempt: Attempt }): ReactNode {
  const t = useTexts();
  if (!answer) return <p className={styles['soft']}>{t('deliveries.attempt.empty')}</p>;
  return (
    <div>
      {/* Scrolled by keyboard, so it can be focused. */}
      <pre
        className={styles['pre']}
        tabIndex={0}
        role="region"
        aria-label={t('deliveries.attempt.answer', { number: attempt })}
      >
        <code>{answer}</code>
      </pre>
      <p className={styles['soft']}>{t('deliveries.attempt.beginning')}</p>
    </div>
  );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
