import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { TextInput } from '../../parts/fields';
import { Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import type { OrderActionProps } from './steps';

/** A button that cancels the order after a confirmation with the consequences. */
export function CancelOrder({ known, changing }: OrderActionProps): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { number, paid_amount, refunded_amount } = known.object.attributes;
  const send = () => changing.send(known, { status: 'cancelled', cancel_reason: reason.trim() || null });
  return (
    <>
      <Button size="small" needs="orders.patch" onPress={() => setOpen(true)}>
        {t('store.cancel')}
      </Button>
      <ConfirmDialog
        title={t('store.cancel.title', { number: String(number) })}
        action={t('store.cancel')}
        dismiss={t('store.cancel.keep')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={send}
      >
        <Stack>
          <p>{t('store.cancel.text')}</p>
          {paid_amount > refunded_amount && <p>{t('store.cancel.paid')}</p>}
          <TextInput
            label={t('store.cancel.reason')}
            maxLength={255}
            autoComplete="off"
            value={reason}
            onChange={setReason}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
