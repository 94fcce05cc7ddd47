import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Delivery } from '../../api/webhooks';
import { useDuration } from '../../parts/duration';
import { Badge } from '../../parts/notice';
import { type Selection, selectColumn } from '../../parts/selection';
import { type ListDefinition, searchWith, wishesOf } from '../../parts/store/list-address';
import { ObjectLink } from '../../parts/store/object-link';
import { shownColumns } from '../../parts/store/use-list';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { Answer } from '../../parts/webhooks';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './deliveries.module.css';
import { StatusBadge } from './delivery-parts';

interface DeliveriesTableProps {
  definition: ListDefinition;
  columns: readonly Column<Delivery>[];
  deliveries: readonly Delivery[];
  selection: Selection;
}

/** Returns true if a user can send the delivery's event again. A test delivery has no stored event. */
export function isEvent({ attributes }: Delivery): boolean {
  return attributes.kind !== 'test';
}

export function DeliveriesTable({
  definition,
  columns,
  deliveries,
  selection,
}: DeliveriesTableProps): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { sort } = wishesOf(definition, search);
  const onSort = (value: string): void =>
    void navigate({ search: searchWith(definition, search, { sort: value }) });
  return (
    <Table
      label={t('deliveries.list')}
      columns={[
        selectColumn(t, selection, deliveries, (delivery) => nameToSelect(t, delivery)),
        ...shownColumns(definition, search, columns),
      ]}
      rows={deliveries}
      rowKey={({ id }) => id}
      sort={{ value: sort, onSort }}
    />
  );
}

export function useDeliveryColumns(installationId: string): Column<Delivery>[] {
  const t = useTexts();
  const duration = useDuration();
  const { search } = useLocation();
  return [
    {
      id: 'when',
      // Sorts by id, because delivery ids are ordered by creation time.
      sort: 'id',
      title: t('deliveries.column.when'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => <Time value={attributes.created_at} form="seconds" />,
    },
    {
      title: t('deliveries.column.event'),
      isName: true,
      cell: (delivery) => (
        <span className={styles['event']}>
          <Link to={`/apps/${installationId}/deliveries/${delivery.id}`} state={{ search }}>
            {delivery.attributes.event_type}
          </Link>
          <What delivery={delivery} />
        </span>
      ),
    },
    {
      id: 'status',
      title: t('deliveries.column.status'),
      importance: 'always',
      cell: ({ attributes }) => <StatusBadge status={attributes.status} />,
    },
    {
      id: 'answer',
      title: t('deliveries.column.answer'),
      wraps: true,
      cell: ({ attributes }) => (
        <span className={styles['answer']}>
          <Answer {...attributes} />
        </span>
      ),
    },
    {
      id: 'duration',
      title: t('deliveries.column.duration'),
      end: true,
      cell: ({ attributes: { duration_ms } }) => (duration_ms === null ? '–' : duration(duration_ms)),
    },
    {
      id: 'attempts',
      title: t('deliveries.column.attempts'),
      importance: 'low',
      end: true,
      cell: ({ attributes }) => attributes.attempt_count,
    },
  ];
}

/**
 * Returns the accessible name of the row's checkbox. Returns undefined for a test delivery, which cannot be sent
 * again.
 */
function nameToSelect(t: Texts, delivery: Delivery): string | undefined {
  const { event_type, sequence } = delivery.attributes;
  return isEvent(delivery)
    ? t('deliveries.select', { type: event_type, sequence: sequence ?? '' })
    : undefined;
}

function What({ delivery: { attributes } }: { delivery: Delivery }): ReactNode {
  const t = useTexts();
  const { kind, sequence, resource_type, resource_id } = attributes;
  return (
    <>
      {sequence !== null && (
        <span className={styles['soft']}>{t('deliveries.sequence', { sequence: String(sequence) })}</span>
      )}
      {resource_type !== null && resource_id !== null && resource_type !== 'installations' && (
        <span className={styles['soft']}>
          <ObjectLink type={resource_type} id={resource_id}>
            {t('deliveries.object', { type: resource_type, id: resource_id.slice(-6) })}
          </ObjectLink>
        </span>
      )}
      {kind !== 'event' && <Badge>{t(`deliveries.kind.${kind}`)}</Badge>}
    </>
  );
}
