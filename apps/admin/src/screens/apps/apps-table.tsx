import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { ScopesPopover } from '../../parts/scopes-popover';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import { ConnectionBadge } from './connection-badge';

interface AppsTableProps {
  installations: readonly Installation[];
  filter: 'installed' | 'uninstalled';
  onUninstall: (installation: Installation) => void;
}

export function AppsTable({ installations, filter, onUninstall }: AppsTableProps): ReactNode {
  const t = useTexts();
  const columns = [...about(t), ...(filter === 'installed' ? whileInstalled(t, onUninstall) : afterwards(t))];
  return <Table label={t('apps.list')} columns={columns} rows={installations} rowKey={({ id }) => id} />;
}

function about(t: Texts): Column<Installation>[] {
  return [
    {
      title: t('apps.column.app'),
      isName: true,
      cell: ({ id, attributes }) => (
        <Link to={`/apps/${id}`}>
          <bdi>{attributes.app_name}</bdi>
        </Link>
      ),
    },
    {
      title: t('apps.column.access'),
      cell: ({ attributes: { scopes, app_name } }) => <ScopesPopover scopes={scopes} of={app_name} />,
    },
  ];
}

function whileInstalled(t: Texts, onUninstall: AppsTableProps['onUninstall']): Column<Installation>[] {
  return [
    {
      title: t('apps.column.connection'),
      cell: (installation) => <ConnectionBadge installation={installation} />,
    },
    {
      title: t('apps.column.since'),
      cell: ({ attributes }) => <Time value={attributes.installed_at} form="date" />,
    },
    {
      title: t('apps.column.lastUsed'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      title: t('apps.column.actions'),
      hideTitle: true,
      end: true,
      cell: (installation) => (
        <Button
          size="small"
          aria-label={t('apps.uninstall.of', { app: installation.attributes.app_name })}
          needs="installations.delete"
          onPress={() => onUninstall(installation)}
        >
          {t('apps.uninstall')}
        </Button>
      ),
    },
  ];
}

function afterwards(t: Texts): Column<Installation>[] {
  return [
    {
      title: t('apps.column.lastUsed'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      title: t('apps.column.until'),
      cell: ({ attributes }) => <Time value={attributes.uninstalled_at} />,
    },
  ];
}
