import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { deliveryStatuses } from '../../api/webhooks';
import { useEventTypes } from '../../parts/events';
import { Segments } from '../../parts/segments';
import { Select } from '../../parts/select';
import { useTexts } from '../../texts/texts';
import { filtersOf, searchOf } from './address';

export function StatusFilter({ search }: { search: string }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const filters = filtersOf(search);
  return (
    <Segments
      label={t('deliveries.filter.status')}
      options={[
        { id: 'all', text: t('deliveries.filter.all') },
        ...deliveryStatuses.map((id) => ({ id, text: t(`deliveries.status.${id}`) })),
      ]}
      value={filters.status || 'all'}
      onChange={(id) => void navigate({ search: searchOf({ ...filters, status: id === 'all' ? '' : id }) })}
    />
  );
}

/**
 * A filter that lists every event type, because older deliveries can have types that the app no longer
 * receives.
 */
export function TypeFilter({ search }: { search: string }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const known = useEventTypes().data?.map(({ id }) => id) ?? [];
  const types = known.includes(filters.type) || !filters.type ? known : [...known, filters.type];
  return (
    <Select
      label={t('deliveries.filter.type')}
      hideLabel
      options={[
        { id: '', text: t('deliveries.filter.type.all') },
        ...types.map((type) => ({ id: type, text: type })),
      ]}
      value={filters.type}
      onChange={(type) => void navigate({ search: searchOf({ ...filters, type }) })}
    />
  );
}
