import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ErasedApp } from '../../api/erasures';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { Table } from '../table';
import { Time } from '../time';
import { ErasedAppBadge } from './status-badges';

export function ErasedApps({ apps }: { apps: readonly ErasedApp[] }): ReactNode {
  const t = useTexts();
  const may = useMay();
  if (apps.length === 0) return <p>{t('erasures.apps.none')}</p>;
  return (
    <Table
      label={t('erasures.apps')}
      rows={apps}
      rowKey={({ installation_id }) => installation_id}
      columns={[
        {
          title: t('erasures.app'),
          isName: true,
          cell: ({ installation_id, name }) =>
            may('installations.get') ? (
              <Link to={`/apps/${installation_id}`}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            ),
        },
        {
          title: t('erasures.status'),
          importance: 'always',
          cell: ({ status }) => <ErasedAppBadge status={status} />,
        },
        { title: t('erasures.asked'), cell: (app) => <LastRequest app={app} /> },
        { title: t('erasures.confirmedAt'), cell: ({ confirmed_at }) => <When value={confirmed_at} /> },
      ]}
    />
  );
}

/** Shows the time of the last erasure request to an app and the reason for a failure. */
function LastRequest({ app: { last_sent_at, last_status, last_error } }: { app: ErasedApp }): ReactNode {
  const t = useTexts();
  const reason = last_error ?? (last_status !== null && last_status >= 300 ? String(last_status) : null);
  if (reason === null) return <When value={last_sent_at} />;
  return (
    <span>
      <Time value={last_sent_at} /> ({t('erasures.failed', { reason })})
    </span>
  );
}

function When({ value }: { value: string | null }): ReactNode {
  return value === null ? '–' : <Time value={value} />;
}
