import { type ReactNode, useState } from 'react';
import type { Known, Order, OrderStates } from '../../api/store';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Facts } from '../../parts/facts';
import { Card, Row, Stack } from '../../parts/layout';
import type { Changing } from '../../parts/store/known';
import { WordBadge } from '../../parts/store/words';
import { useTexts } from '../../texts/texts';
import { CancelOrder } from './cancel-order';
import { RefundOrder } from './refund-order';
import { stateFields, steps } from './steps';

export interface OrderActionProps {
  known: Known<Order>;
  changing: Changing<Order>;
}

/** Shows the state of the order, and the next steps that `meta.next` allows. */
export function States({ known, changing }: OrderActionProps): ReactNode {
  const t = useTexts();
  const { attributes } = known.object;
  return (
    <Card title={t('store.order.states')}>
      <Facts
        facts={stateFields.map((field) => ({
          name: t(`store.filter.${field}`),
          value: (
            <Stack gap="small">
              <span>
                <WordBadge word={attributes[field]} />
              </span>
              <Steps field={field} known={known} changing={changing} />
            </Stack>
          ),
        }))}
      />
    </Card>
  );
}

function Steps({ field, known, changing }: OrderActionProps & { field: keyof OrderStates }): ReactNode {
  const next: readonly string[] = known.object.meta!.next[field] ?? [];
  const plain = steps.filter((state) => next.includes(state));
  if (next.length === 0) return null;
  return (
    <Row>
      {plain.map((state) => (
        <Step key={state} field={field} state={state} known={known} changing={changing} />
      ))}
      {next.includes('refunded') && <RefundOrder known={known} changing={changing} />}
      {next.includes('cancelled') && <CancelOrder known={known} changing={changing} />}
    </Row>
  );
}

interface StepProps extends OrderActionProps {
  field: keyof OrderStates;
  state: (typeof steps)[number];
}

/** A button that asks for confirmation, because a state cannot be reverted. */
function Step({ field, state, known, changing }: StepProps): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" needs="orders.patch" onPress={() => setOpen(true)}>
        {t(`store.step.${state}`)}
      </Button>
      <ConfirmDialog
        title={t(`store.step.${state}.title`, { number: String(known.object.attributes.number) })}
        action={t(`store.step.${state}`)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => changing.send(known, { [field]: state })}
        isHarmless={state !== 'voided'}
      >
        {t('store.step.text')}
      </ConfirmDialog>
    </>
  );
}
