import type { ReactNode } from 'react';
import type { ImportState } from '../../api/imports';
import { Badge } from '../../parts/notice';
import { useTexts } from '../../texts/texts';

const looks = {
  checking: 'info',
  checked: 'warning',
  running: 'info',
  finished: 'good',
  cancelled: 'neutral',
} as const;

export function ImportBadge({ state }: { state: ImportState }): ReactNode {
  const t = useTexts();
  return <Badge kind={looks[state]}>{t(`imports.state.${state}`)}</Badge>;
}
