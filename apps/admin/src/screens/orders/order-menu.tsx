import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../api/request';
import { ActionMenu, type MenuAction } from '../../parts/action-menu';
import { toast } from '../../parts/toast';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { CancelOrder } from './cancel-order';
import type { OrderActionProps } from './steps';

export function OrderMenu({ known, changing }: OrderActionProps): ReactNode {
  const t = useTexts();
  const may = useMay();
  const navigate = useNavigate();
  const [isCancelling, setCancelling] = useState(false);
  const { object } = known;
  const { type, id, attributes, meta } = object;
  const number = String(attributes.number);
  const metaPath = addressOf('/meta', { 'filter[resource_type]': type, 'filter[resource_id]': id });
  const copy = (): void => {
    // Without HTTPS or localhost, browsers do not define the clipboard API.
    const written = navigator.clipboard?.writeText(JSON.stringify(object, null, 2)) ?? Promise.reject();
    written.then(
      () => toast(t('store.order.json.copied', { number })),
      () => toast(t('store.order.json.failed'), 'warning'),
    );
  };
  const actions: MenuAction[] = [
    {
      ...{ id: 'print', icon: 'print', text: t('store.order.print') },
      onPress: () => void navigate(`/orders/${id}/print`),
    },
    { id: 'json', icon: 'copy', text: t('store.order.json'), onPress: copy },
  ];
  if (may('meta.collection'))
    actions.push({
      ...{ id: 'meta', icon: 'meta', text: t('store.meta.see') },
      onPress: () => void navigate(metaPath),
    });
  if (meta!.next.status?.includes('cancelled') && may('orders.patch'))
    actions.push({
      ...{ id: 'cancel', icon: 'close', text: t('store.cancel') },
      onPress: () => setCancelling(true),
    });
  return (
    <>
      <ActionMenu label={t('store.order.more')} actions={actions} />
      <CancelOrder
        known={known}
        changing={changing}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
      />
    </>
  );
}
