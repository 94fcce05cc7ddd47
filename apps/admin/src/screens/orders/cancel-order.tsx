import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { TextInput } from '../../parts/fields';
import { Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import type { OrderActionProps } from './steps';

interface CancelOrderProps extends OrderActionProps {
  isOpen: boolean;
  onClose: () => void;
}

export function CancelOrder({ known, changing, isOpen, onClose }: CancelOrderProps): ReactNode {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const { number, paid_amount, refunded_amount } = known.object.attributes;
  const send = () => changing.send(known, { status: 'cancelled', cancel_reason: reason.trim() || null });
  return (
    <ConfirmDialog
      title={t('store.cancel.title', { number: String(number) })}
      action={t('store.cancel')}
      dismiss={t('store.cancel.keep')}
      isOpen={isOpen}
      onClose={onClose}
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
  );
}
