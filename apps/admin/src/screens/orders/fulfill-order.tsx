import { type ReactNode, useState } from 'react';
import type { Known, Order } from '../../api/store';
import { DialogButton } from '../../parts/dialog-button';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import { type EntryFormProps, type History, useNewEntry } from './history';
import { fulfilledLines, remainingOf } from './line-quantities';
import { LineInputs, quantitiesOf } from './line-inputs';

interface FulfillOrderProps {
  known: Known<Order>;
  history: History;
  isPrimary: boolean;
}

export function FulfillOrder({ known, history, isPrimary }: FulfillOrderProps): ReactNode {
  const t = useTexts();
  return (
    <DialogButton
      label={t('store.fulfill')}
      title={t('store.fulfill.title')}
      look={isPrimary ? 'primary' : 'secondary'}
      size={isPrimary ? 'normal' : 'small'}
      needs="fulfillments.post"
    >
      {(close) => <FulfillForm order={known.object} history={history} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['line_items', 'carrier', 'tracking_number', 'tracking_url'];

function FulfillForm({ order, history, onClose }: EntryFormProps): ReactNode {
  const t = useTexts();
  const create = useNewEntry(order);
  const lines = order.attributes.line_items;
  const remaining = remainingOf(lines, fulfilledLines(history));
  const [typed, setTyped] = useState<readonly string[]>(remaining.map(String));
  const [tracking, setTracking] = useState({ carrier: '', tracking_number: '', tracking_url: '' });
  const quantities = quantitiesOf(typed, remaining);
  const submit = async (): Promise<void> => {
    const sent = Object.entries(tracking).flatMap(([name, text]) =>
      text.trim() ? [[name, text.trim()]] : [],
    );
    await create('fulfillments', { line_items: quantities, ...Object.fromEntries(sent) });
    onClose();
  };
  const check = (): Record<string, string> =>
    quantities?.length ? {} : { line_items: t('store.lines.wrong') };
  const field = (name: keyof typeof tracking) => (
    <TextInput
      label={t(`store.fulfill.${name}`)}
      name={name}
      autoComplete="off"
      value={tracking[name]}
      onChange={(text) => setTracking((now) => ({ ...now, [name]: text }))}
    />
  );
  return (
    <Form onSubmit={submit} fields={fields} check={check}>
      {({ isPending }) => (
        <Stack>
          <LineInputs lines={lines} remaining={remaining} typed={typed} onChange={setTyped} />
          {field('carrier')}
          {field('tracking_number')}
          {field('tracking_url')}
          <FormActions action={t('store.fulfill')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}
