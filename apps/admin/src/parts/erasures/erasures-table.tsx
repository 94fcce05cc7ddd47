import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { confirmationsOf, type Erasure } from '../../api/erasures';
import { useTexts } from '../../texts/texts';
import { type Column, Table } from '../table';
import { Time } from '../time';
import { ErasedAppBadge, ErasureBadge } from './status-badges';

interface ErasuresTableProps {
  erasures: readonly Erasure[];
  /** Shows the erasure status of this app installation instead of the number of confirmations. */
  installationId?: string;
}

export function ErasuresTable({ erasures, installationId }: ErasuresTableProps): ReactNode {
  const t = useTexts();
  const columns: Column<Erasure>[] = [
    {
      title: t('erasures.subject'),
      isName: true,
      cell: ({ id, attributes }) => (
        <Link to={`/activity/erasures/${id}`}>{t(`erasures.subject.${attributes.subject}`)}</Link>
      ),
    },
    {
      title: t('erasures.status'),
      importance: 'always',
      cell: (erasure) => <Status erasure={erasure} installationId={installationId} />,
    },
    { title: t('erasures.requested'), cell: ({ attributes }) => <Time value={attributes.requested_at} /> },
    { title: t('erasures.due'), cell: ({ attributes }) => <Time value={attributes.due_at} form="date" /> },
  ];
  const confirmations: Column<Erasure> = {
    title: t('erasures.confirmations'),
    cell: (erasure) => t('erasures.count', confirmationsOf(erasure)),
  };
  return (
    <Table
      label={t('erasures.title')}
      rows={erasures}
      rowKey={({ id }) => id}
      columns={installationId === undefined ? [...columns, confirmations] : columns}
    />
  );
}

function Status({
  erasure: { attributes },
  installationId,
}: {
  erasure: Erasure;
  installationId: string | undefined;
}): ReactNode {
  const app = attributes.apps.find(({ installation_id }) => installation_id === installationId);
  return app ? <ErasedAppBadge status={app.status} /> : <ErasureBadge status={attributes.status} />;
}
