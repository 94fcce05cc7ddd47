import type { ReactNode } from 'react';
import type { Installation } from '../../api/installations';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';
import { type Connection, connectionOf } from './installation';

const kinds: Record<Connection, 'good' | 'info' | 'warning' | 'danger' | 'neutral'> = {
  waiting: 'info',
  exchanged: 'good',
  kept: 'good',
  expired: 'warning',
  revoked: 'warning',
  suspended: 'danger',
  uninstalled: 'neutral',
};

export function ConnectionBadge({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const connection = connectionOf(installation);
  return <Badge kind={kinds[connection]}>{t(`apps.connection.${connection}`)}</Badge>;
}
