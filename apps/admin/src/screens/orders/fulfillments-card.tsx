import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Fulfillment } from '../../api/order-history';
import { changeEntry, type Line } from '../../api/store';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card, Row, Stack } from '../../parts/layout';
import { WordBadge } from '../../parts/store/words';
import styles from '../../parts/store/store.module.css';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import own from './order.module.css';

interface FulfillmentsProps {
  fulfillments: readonly Fulfillment[];
  lines: readonly Line[];
  steps: ReactNode;
}

export function Fulfillments({ fulfillments, lines, steps }: FulfillmentsProps): ReactNode {
  const t = useTexts();
  if (fulfillments.length === 0 && !steps) return null;
  return (
    <Card title={t('store.fulfillments')}>
      <Stack>
        <ul className={styles['timeline']}>
          {fulfillments.map((each) => (
            <Parcel key={each.id} parcel={each} lines={lines} />
          ))}
        </ul>
        {steps && <Row end>{steps}</Row>}
      </Stack>
    </Card>
  );
}

function Parcel({ parcel, lines }: { parcel: Fulfillment; lines: readonly Line[] }): ReactNode {
  const t = useTexts();
  const { status, line_items, carrier, tracking_number, tracking_url } = parcel.attributes;
  const number = tracking_number ?? tracking_url;
  return (
    <li>
      <span className={own['entry']}>
        <span className={own['badges']}>
          <WordBadge word={status} />
          {carrier && <bdi>{carrier}</bdi>}
          {number &&
            (tracking_url ? (
              <a href={tracking_url} target="_blank" rel="noreferrer">
                <bdi>{number}</bdi>
              </a>
            ) : (
              <bdi>{number}</bdi>
            ))}
        </span>
        {line_items.length === 0 ? (
          <span className={styles['soft']}>{t('store.fulfillments.unknown')}</span>
        ) : (
          line_items.map(({ line_index, quantity }) => (
            <span key={line_index} className={styles['soft']}>
              {quantity} × <bdi>{lines[line_index]?.title}</bdi>
            </span>
          ))
        )}
      </span>
      <Stack gap="small">
        <span className={styles['soft']}>
          <Time value={parcel.meta?.created_at} />
        </span>
        {status === 'fulfilled' && <CancelParcel parcel={parcel} />}
      </Stack>
    </li>
  );
}

function CancelParcel({ parcel }: { parcel: Fulfillment }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const cancel = async (): Promise<void> => {
    await changeEntry(shop.id, parcel, { status: 'cancelled' });
    toast(t('store.saved'));
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === shop.id });
  };
  return (
    <>
      <Button size="small" look="quiet" needs="fulfillments.patch" onPress={() => setOpen(true)}>
        {t('store.fulfillments.cancel')}
      </Button>
      <ConfirmDialog
        title={t('store.fulfillments.cancel.title')}
        action={t('store.fulfillments.cancel')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={cancel}
      >
        {t('store.fulfillments.cancel.text')}
      </ConfirmDialog>
    </>
  );
}
