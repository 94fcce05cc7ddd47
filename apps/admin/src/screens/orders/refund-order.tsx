import { decimalOf, parseAmount } from '@storewright/money';
import { type ReactNode, useState } from 'react';
import type { Known, Order } from '../../api/store';
import { DialogButton } from '../../parts/dialog-button';
import { Checkbox, TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { useMoney } from '../../parts/store/money';
import { useTexts } from '../../texts/texts';
import { type EntryFormProps, type History, useNewEntry } from './history';
import { refundedLines, remainingOf } from './line-quantities';
import { LineInputs, quantitiesOf } from './line-inputs';
import { priceOf } from './refund-amount';

interface RefundOrderProps {
  known: Known<Order>;
  history: History;
}

export function RefundOrder({ known, history }: RefundOrderProps): ReactNode {
  const t = useTexts();
  return (
    <DialogButton
      label={t('store.refund')}
      title={t('store.refund.title')}
      size="small"
      needs="transactions.post"
    >
      {(close) => <RefundForm order={known.object} history={history} onClose={close} />}
    </DialogButton>
  );
}

function RefundForm({ order, history, onClose }: EntryFormProps): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const create = useNewEntry(order);
  const { currency_code, line_items, paid_amount, refunded_amount } = order.attributes;
  const left = paid_amount - refunded_amount;
  const remaining = remainingOf(line_items, refundedLines(history));
  const [typed, setTyped] = useState<readonly string[]>(remaining.map(() => ''));
  const [isRestocked, setRestocked] = useState(true);
  const [note, setNote] = useState('');
  // Typed refund amount. Undefined if the selected order lines determine the amount.
  const [text, setText] = useState<string>();
  const lines = quantitiesOf(typed, remaining);
  const proposed = lines?.length ? Math.min(priceOf(order, lines), left) : left;
  const shown = text ?? decimalOf(proposed, currency_code);
  const amount = parseAmount(shown, currency_code);
  const isRight = amount !== undefined && amount > 0 && amount <= left;
  const check = (): Record<string, string> => ({
    ...(!lines && { line_items: t('store.lines.wrong') }),
    ...(!isRight && { amount: t('store.refund.wrong', { left: money(left, currency_code) }) }),
  });
  const submit = async (): Promise<void> => {
    const sent = lines!.map((line) => ({
      ...line,
      restock: isRestocked && line_items[line.line_index]!.product_id !== null,
    }));
    await create('transactions', {
      ...{ kind: 'refund', amount },
      ...(sent.length > 0 && { line_items: sent }),
      ...(note.trim() && { note: note.trim() }),
    });
    onClose();
  };
  return (
    <Form onSubmit={submit} fields={['line_items', 'amount', 'note']} check={check}>
      {({ isPending }) => (
        <Stack>
          <p>{t('store.refund.text')}</p>
          <LineInputs lines={line_items} remaining={remaining} typed={typed} onChange={setTyped} />
          {line_items.some(({ product_id }) => product_id !== null) && (
            <Checkbox isSelected={isRestocked} onChange={setRestocked}>
              {t('store.refund.restock')}
            </Checkbox>
          )}
          <TextInput
            label={t('store.refund.amount', { currency: currency_code })}
            description={t('store.refund.left', { left: money(left, currency_code) })}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={setText}
          />
          <TextInput
            label={t('store.refund.note')}
            name="note"
            autoComplete="off"
            maxLength={255}
            value={note}
            onChange={setNote}
          />
          <FormActions action={t('store.refund')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}
