import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import { appsKey } from './own-app';

interface Finding {
  kind: 'undeclared' | 'deprecated';
  name: string;
}

type Contract = Resource<{
  resources: Record<string, object>;
  events: string[];
  findings: Finding[];
  published_at: string;
}>;

export function AppContract({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const list = usePagedList<Contract>([...appsKey, id, 'contracts'], `/api/apps/${id}/contracts`, authPage);
  const [contract] = list.page?.data ?? [];
  const lead = contract ? (
    <>
      {t('developerApps.contract.published')} <Time value={contract.attributes.published_at} form="date" />
    </>
  ) : (
    t('developerApps.contract.lead')
  );
  const none = (
    <EmptyState icon="code" title={t('developerApps.contract.none')}>
      <code>storewright contracts publish</code>
    </EmptyState>
  );
  return (
    <Card flush title={t('developerApps.contract')} lead={lead}>
      <ListPage list={list} empty={none}>
        {([published]) => <Findings findings={published!.attributes.findings} />}
      </ListPage>
    </Card>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }): ReactNode {
  const t = useTexts();
  if (findings.length === 0)
    return <EmptyState icon="check" title={t('developerApps.contract.noFindings')} />;
  return (
    <Table
      label={t('developerApps.contract')}
      columns={columns(t)}
      rows={findings}
      rowKey={({ kind, name }) => `${kind} ${name}`}
    />
  );
}

function columns(t: Texts): Column<Finding>[] {
  return [
    {
      title: t('developerApps.contract.name'),
      isName: true,
      cell: ({ name }) => <code>{name}</code>,
    },
    {
      title: t('developerApps.contract.state'),
      importance: 'always',
      cell: ({ kind }) => t(`developerApps.contract.${kind}`),
    },
  ];
}
