import type { ReactNode } from 'react';
import type { ProposalStatus } from '../../api/proposals';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';

const looks = {
  pending: 'warning',
  approved: 'good',
  declined: 'neutral',
  expired: 'neutral',
  failed: 'danger',
} as const;

export function ProposalBadge({ status }: { status: ProposalStatus }): ReactNode {
  const t = useTexts();
  return <Badge kind={looks[status]}>{t(`proposals.status.${status}`)}</Badge>;
}
