import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { deliveryStatuses } from '../../api/webhooks';
import { useEventTypes } from '../../parts/events';
import { Segments } from '../../parts/segments';
import { type ListDefinition, searchWith, wishesOf } from '../../parts/store/list-address';
import { useTexts } from '../../texts/texts';

/** Loads every event type, because older deliveries can have event types that the app no longer receives. */
export function useEventTypeIds(): string[] {
  return useEventTypes().data?.map(({ id }) => id) ?? [];
}

export function StatusTabs({ definition }: { definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const select = (id: string): void => {
    const status = id === 'all' ? '' : id;
    void navigate({ search: searchWith(definition, search, { 'filter[status]': status }) });
  };
  return (
    <Segments
      label={t('deliveries.filter.status')}
      options={[
        { id: 'all', text: t('deliveries.filter.all') },
        ...deliveryStatuses.map((id) => ({ id, text: t(`deliveries.status.${id}`) })),
      ]}
      value={wishesOf(definition, search).values['filter[status]'] ?? 'all'}
      onChange={select}
    />
  );
}
