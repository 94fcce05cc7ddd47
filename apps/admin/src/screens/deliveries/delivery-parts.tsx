import type { ReactNode } from 'react';
import type { DeliveryStatus } from '../../api/webhooks';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';

const kinds: Record<DeliveryStatus, 'good' | 'info' | 'warning' | 'danger'> = {
  waiting: 'info',
  retrying: 'warning',
  delivered: 'good',
  failed: 'danger',
  skipped: 'warning',
};

export function StatusBadge({ status }: { status: DeliveryStatus }): ReactNode {
  const t = useTexts();
  return <Badge kind={kinds[status]}>{t(`deliveries.status.${status}`)}</Badge>;
}

export function isUnderWay(status: DeliveryStatus): boolean {
  return status === 'waiting' || status === 'retrying';
}
