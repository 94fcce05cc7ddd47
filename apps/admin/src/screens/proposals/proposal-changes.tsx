import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Proposal, type ProposalChange, proposalsKey, readChanges } from '../../api/proposals';
import { Card } from '../../parts/layout';
import { resourceName } from '../../parts/scope-words';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { ObjectLink } from '../../parts/store/object-link';
import { type Column, Table } from '../../parts/table';
import { useShop } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';

export function ProposalChanges({ proposal: { id } }: { proposal: Proposal }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const query = useQuery({
    queryKey: [...proposalsKey(shop.id), id, 'changes'],
    queryFn: ({ signal }) => readChanges(shop.id, id, signal),
  });
  return (
    <Card flush={query.data !== undefined} title={t('proposals.changes')}>
      {query.isPending && <Skeleton lines={4} />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && <EmptyState icon="check" title={t('proposals.changes.none')} />}
      {query.data && query.data.data.length > 0 && (
        <Table
          label={t('proposals.changes')}
          columns={columns(t)}
          rows={query.data.data}
          rowKey={(row) => row.id}
        />
      )}
    </Card>
  );
}

function columns(t: Texts): Column<ProposalChange>[] {
  return [
    {
      title: t('proposals.object'),
      isName: true,
      wraps: true,
      cell: ({ attributes }) => <ChangedObject change={attributes} />,
    },
    {
      title: t('proposals.attribute'),
      importance: 'always',
      cell: ({ attributes }) => <code>{attributes.attribute}</code>,
    },
    {
      title: t('proposals.before'),
      importance: 'always',
      wraps: true,
      cell: ({ attributes }) => <Value value={attributes.before} />,
    },
    {
      title: t('proposals.after'),
      importance: 'always',
      wraps: true,
      cell: ({ attributes }) => <Value value={attributes.after} />,
    },
  ];
}

function ChangedObject({ change }: { change: ProposalChange['attributes'] }): ReactNode {
  const t = useTexts();
  const { action, resource_type, resource_id, resource_name } = change;
  const name = resource_name ?? resourceName(t, resource_type);
  return (
    <>
      {t(`proposals.action.${action}`)}{' '}
      <bdi>
        {resource_id === null ? (
          name
        ) : (
          <ObjectLink type={resource_type} id={resource_id}>
            {name}
          </ObjectLink>
        )}
      </bdi>
    </>
  );
}

/** Shows a value of any type as text. Shows null and undefined as an empty cell. */
function Value({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined) return null;
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>;
}
