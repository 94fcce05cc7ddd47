import { type ReactNode, useState } from 'react';
import type { Order } from '../../api/store';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { WordBadge } from '../../parts/store/words';
import { useTexts } from '../../texts/texts';
import { FulfillOrder } from './fulfill-order';
import type { History } from './history';
import own from './order.module.css';
import { OrderMenu } from './order-menu';
import { RefundOrder } from './refund-order';
import { isNext, type OrderActionProps, primaryOf, stateFields, type Step, steps } from './steps';

export function OrderBadges({ order: { attributes } }: { order: Order }): ReactNode {
  return (
    <span className={own['badges']}>
      {stateFields.map((field) => (
        <WordBadge key={field} word={attributes[field]} />
      ))}
    </span>
  );
}

/** Buttons at the top of an order's page: the menu, then the primary action. */
export function OrderActions({
  known,
  changing,
  history,
}: OrderActionProps & { history: History }): ReactNode {
  const { attributes } = known.object;
  const primary = primaryOf(known);
  const isOpen = ['unfulfilled', 'partial'].includes(attributes.fulfillment_status);
  const isCancelled = attributes.status === 'cancelled';
  const isRefundable = attributes.paid_amount > attributes.refunded_amount && !isCancelled;
  return (
    <>
      <OrderMenu known={known} changing={changing} />
      {isRefundable && <RefundOrder known={known} history={history} />}
      {primary !== 'completed' && isNext(known, 'completed') && (
        <StepButton step="completed" known={known} changing={changing} />
      )}
      {isOpen && !isCancelled && (
        <FulfillOrder known={known} history={history} isPrimary={primary === 'fulfill'} />
      )}
      {(primary === 'paid' || primary === 'completed') && (
        <StepButton step={primary} isPrimary known={known} changing={changing} />
      )}
    </>
  );
}

/** Returns buttons for the state changes that the order allows. Returns undefined if the order allows no change. */
export function stepButtons(wanted: readonly Step[], props: OrderActionProps): ReactNode {
  const possible = wanted.filter((step) => isNext(props.known, step));
  if (possible.length === 0) return undefined;
  return possible.map((step) => <StepButton key={step} step={step} {...props} />);
}

/** A button that changes a status of the order after a confirmation, because the change is irreversible. */
function StepButton({
  step,
  known,
  changing,
  isPrimary = false,
}: OrderActionProps & { step: Step; isPrimary?: boolean }): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look={isPrimary ? 'primary' : 'secondary'}
        size={isPrimary ? 'normal' : 'small'}
        needs="orders.patch"
        onPress={() => setOpen(true)}
      >
        {t(`store.step.${step}`)}
      </Button>
      <ConfirmDialog
        title={t(`store.step.${step}.title`, { number: String(known.object.attributes.number) })}
        action={t(`store.step.${step}`)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => changing.send(known, { [steps[step]]: step })}
        isHarmless={step !== 'voided'}
      >
        {t('store.step.text')}
      </ConfirmDialog>
    </>
  );
}
