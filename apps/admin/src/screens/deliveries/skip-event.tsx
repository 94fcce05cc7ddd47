import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { skipDelivery, SKIPPABLE_AFTER_ATTEMPTS, type WholeDelivery } from '../../api/webhooks';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { whyFailed } from '../../parts/states';
import { toast } from '../../parts/toast';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** A button that skips a webhook event after a confirmation. Shown if the app repeatedly rejects the event. */
export function SkipEvent({ delivery: { id, attributes } }: { delivery: WholeDelivery }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { kind, status, attempt_count } = attributes;
  const isPossible = kind === 'event' && status === 'retrying' && attempt_count >= SKIPPABLE_AFTER_ATTEMPTS;
  const skip = async (): Promise<void> => {
    await skipDelivery(shop.id, id);
    toast(t('deliveries.skip.done'));
    await queries.invalidateQueries({ queryKey: deliveriesKey(shop.id) });
  };
  return (
    <>
      {isPossible && (
        <Button needs="webhook_deliveries.patch" onPress={() => setOpen(true)}>
          {t('deliveries.skip')}
        </Button>
      )}
      <ConfirmDialog
        title={t('deliveries.skip.title')}
        action={t('deliveries.skip')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={skip}
        explain={(error) => whyFailed(t, error)}
      >
        {t('deliveries.skip.text')}
      </ConfirmDialog>
    </>
  );
}
