import { decimalOf, parseAmount } from '@storewright/money';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { useMoney } from '../../parts/store/money';
import { useTexts } from '../../texts/texts';
import type { OrderActionProps } from './states';

/** A button that records a full or partial refund. */
export function RefundOrder({ known, changing }: OrderActionProps): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" needs="orders.patch" onPress={() => setOpen(true)}>
        {t('store.refund')}
      </Button>
      <Dialog title={t('store.refund.title')} size="small" isOpen={isOpen} onClose={close}>
        <RefundForm known={known} changing={changing} onClose={close} />
      </Dialog>
    </>
  );
}

function RefundForm({ known, changing, onClose }: OrderActionProps & { onClose: () => void }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const { currency_code, paid_amount, refunded_amount } = known.object.attributes;
  const left = paid_amount - refunded_amount;
  const [text, setText] = useState(decimalOf(left, currency_code));
  const amount = parseAmount(text, currency_code);
  const isRight = amount !== undefined && amount > 0 && amount <= left;
  const check = (): Record<string, string> =>
    isRight ? {} : { refunded_amount: t('store.refund.wrong', { left: money(left, currency_code) }) };
  const submit = async (): Promise<void> => {
    const part = { payment_status: 'partially_refunded', refunded_amount: refunded_amount + amount! };
    await changing.send(known, amount === left ? { payment_status: 'refunded' } : part);
    onClose();
  };
  return (
    <Form onSubmit={submit} fields={['refunded_amount']} check={check}>
      {({ isPending }) => (
        <Stack>
          <p>{t('store.refund.text')}</p>
          <TextInput
            label={t('store.refund.amount', { currency: currency_code })}
            description={t('store.refund.left', { left: money(left, currency_code) })}
            name="refunded_amount"
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            value={text}
            onChange={setText}
          />
          <FormActions action={t('store.refund')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}
