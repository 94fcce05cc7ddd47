import type { ReactNode } from 'react';
import type { Proposal } from '../../api/proposals';
import { proposalsKey } from '../../api/proposals';
import { shopPage } from '../../api/shop-api';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { resourceName } from '../../parts/scope-words';
import { EmptyState } from '../../parts/states';
import { RowLink } from '../../parts/store/object-link';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { type Texts, useTexts } from '../../texts/texts';
import { ProposalBadge } from './proposal-badge';

export default function Proposals(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const list = usePagedList<Proposal>(
    [...proposalsKey(id), 'list'],
    '/api/proposals?sort=-created_at',
    (path, options) => shopPage<Proposal>(id, path, options),
  );
  return (
    <Page title={t('proposals.title')} lead={t('proposals.lead')}>
      <Card flush title={t('proposals.list')}>
        <ListPage
          list={list}
          empty={
            <EmptyState icon="check" title={t('proposals.none')}>
              {t('proposals.none.lead')}
            </EmptyState>
          }
        >
          {(rows) => (
            <Table
              label={t('proposals.list')}
              columns={columns(t)}
              rows={rows}
              rowKey={({ id: row }) => row}
            />
          )}
        </ListPage>
      </Card>
    </Page>
  );
}

function columns(t: Texts): Column<Proposal>[] {
  return [
    {
      title: t('proposals.object'),
      isName: true,
      cell: ({ id, attributes: { resource_type } }) => (
        <RowLink to={`/proposals/${id}`}>
          {resource_type === null ? t('proposals.several') : resourceName(t, resource_type)}
        </RowLink>
      ),
    },
    { title: t('proposals.app'), cell: ({ attributes }) => <bdi>{attributes.actor_name}</bdi> },
    {
      title: t('proposals.status'),
      importance: 'always',
      cell: ({ attributes }) => <ProposalBadge status={attributes.status} />,
    },
    {
      title: t('proposals.created'),
      importance: 'low',
      cell: ({ meta }) => <Time value={meta!.created_at} form="relative" />,
    },
  ];
}
