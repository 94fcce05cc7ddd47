import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { pageMeta, type Resource } from '../../api/documents';
import { useTexts } from '../../texts/texts';
import type { PagedList } from '../paged-list';
import { positionIn } from './list-address';

/**
 * Shows the positions of the visible rows, such as "26–50 of 3,000". Without a total from the API, only the last page
 * shows the total.
 */
export function ListRange({ list: { page } }: { list: PagedList<Resource<object>> }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const { formatNumber } = useIntl();
  if (!page) return '\u00a0';
  const { length } = page.data;
  const from = positionIn(search);
  const to = from + length - 1;
  const total = pageMeta(page).total ?? (page.links?.next ? undefined : to);
  if (total === 0 || length === 0) return t('list.noRows');
  const range = { from: formatNumber(from), to: formatNumber(to) };
  return total === undefined
    ? t('list.rangeOfMore', range)
    : t('list.range', { ...range, total: formatNumber(total) });
}
