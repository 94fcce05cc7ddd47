import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { type Delivery, sendAgain } from '../../api/webhooks';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Notice } from '../../parts/notice';
import { SelectButtons, type Selection } from '../../parts/selection';
import { whyFailed } from '../../parts/states';
import { toast } from '../../parts/toast';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './deliveries.module.css';
import { isEvent } from './deliveries-table';

interface SelectionBarProps {
  installation: Installation;
  deliveries: readonly Delivery[];
  selection: Selection;
}

/** Bar with a button that sends the selected events again, at the bottom edge of the window. */
export function SelectionBar({ installation, deliveries, selection }: SelectionBarProps): ReactNode {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  // Selected events at the time of the click. The user can change the selection while the dialog is open.
  const [asked, setAsked] = useState<string[]>([]);
  const [failures, setFailures] = useState<Failure[]>([]);
  const events = deliveries.filter(isEvent);
  const ticked = events.filter(({ id }) => selection.ids.has(id));
  const isInstalled = installation.attributes.status === 'installed';
  return (
    <>
      <div className={styles[ticked.length === 0 ? 'idle' : 'selectionBar']}>
        <span role="status" className={styles[ticked.length === 0 ? 'visuallyHidden' : 'count']}>
          {t('select.count', { count: ticked.length })}
        </span>
        {ticked.length > 0 && (
          <>
            <SelectButtons rows={events} selection={selection} />
            {isInstalled && (
              <Button
                size="small"
                onPress={() => {
                  setAsked(eventsOf(ticked));
                  setAsking(true);
                }}
              >
                {t('deliveries.again.count', { count: eventsOf(ticked).length })}
              </Button>
            )}
          </>
        )}
      </div>
      <Failures failures={failures} />
      <SendAgain
        installationId={installation.id}
        events={asked}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDone={(failed) => {
          setFailures(failed);
          const done = ticked.filter(({ attributes }) =>
            failed.every(({ event_id }) => event_id !== attributes.event_id),
          );
          selection.set(
            done.map(({ id }) => id),
            false,
          );
        }}
      />
    </>
  );
}

interface Failure {
  event_id: string;
  error: unknown;
}

/** Returns the events of webhook deliveries without duplicates, oldest first. */
function eventsOf(deliveries: readonly Delivery[]): string[] {
  const inOrder = [...deliveries].sort((a, b) => (a.attributes.sequence ?? 0) - (b.attributes.sequence ?? 0));
  return [...new Set(inOrder.map(({ attributes }) => attributes.event_id))];
}

interface SendAgainProps {
  installationId: string;
  /** Ids of the webhook events to send again, oldest first. */
  events: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  onDone: (failed: Failure[]) => void;
}

function SendAgain({ installationId, events, isOpen, onClose, onDone }: SendAgainProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const confirm = async (): Promise<void> => {
    const failed: Failure[] = [];
    // Sends the events one after another to preserve their order.
    for (const event_id of events)
      await sendAgain(shop.id, installationId, event_id).catch((error: unknown) =>
        failed.push({ event_id, error }),
      );
    onDone(failed);
    const count = events.length - failed.length;
    if (count > 0) toast(t('deliveries.again.done', { count }));
    await queries.invalidateQueries({ queryKey: deliveriesKey(shop.id) });
  };
  return (
    <ConfirmDialog
      title={t('deliveries.again.title', { count: events.length })}
      action={t('deliveries.again')}
      isOpen={isOpen}
      isHarmless
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('deliveries.again.text', { count: events.length })}
    </ConfirmDialog>
  );
}

function Failures({ failures }: { failures: readonly Failure[] }): ReactNode {
  const t = useTexts();
  if (failures.length === 0) return null;
  const reasons = new Set(failures.map(({ error }) => whyFailed(t, error)));
  return (
    <div className={styles['inset']}>
      <Notice kind="danger" live title={t('deliveries.again.failed', { count: failures.length })}>
        {[...reasons].map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
    </div>
  );
}
