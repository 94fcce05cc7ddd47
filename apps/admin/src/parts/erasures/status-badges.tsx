import type { ReactNode } from 'react';
import type { ErasedAppStatus, ErasureStatus } from '../../api/erasures';
import { useTexts } from '../../texts/texts';
import { Badge } from '../notice';

const looks = {
  ...{ open: 'info', completed: 'good', confirmed: 'good', due: 'info', overdue: 'danger' },
  ...{ unreachable: 'warning', cancelled: 'neutral' },
} as const satisfies Record<
  ErasureStatus | ErasedAppStatus,
  'info' | 'good' | 'warning' | 'danger' | 'neutral'
>;

export function ErasureBadge({ status }: { status: ErasureStatus }): ReactNode {
  const t = useTexts();
  return <Badge kind={looks[status]}>{t(`erasures.status.${status}`)}</Badge>;
}

export function ErasedAppBadge({ status }: { status: ErasedAppStatus }): ReactNode {
  const t = useTexts();
  return <Badge kind={looks[status]}>{t(`erasures.app.${status}`)}</Badge>;
}
