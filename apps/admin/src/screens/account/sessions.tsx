import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { askAuth, authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ErrorState, Skeleton } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { type Texts, useTexts } from '../../texts/texts';

type OwnSession = Resource<{
  browser: string | null;
  system: string | null;
  device_name: string | null;
  network: string | null;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}>;

const path = '/api/sessions';

export function Sessions(): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const [ended, setEnded] = useState<OwnSession | 'others'>();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await authPage<OwnSession>(path, { query: { sort: '-id', 'page[size]': 100 }, signal })).data,
  });
  const end = async (): Promise<void> => {
    await askAuth(`${path}/${ended === 'others' ? ended : ended!.id}`, { method: 'DELETE' });
    await queries.invalidateQueries({ queryKey: ['sessions'] });
    toast(t('sessions.toast.ended'));
  };
  const hasOthers = sessions.data?.some(({ attributes }) => !attributes.is_current);
  return (
    <Card
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={hasOthers && <Button onPress={() => setEnded('others')}>{t('sessions.endOthers')}</Button>}
    >
      {sessions.isPending && <Skeleton lines={2} />}
      {sessions.error && !sessions.data && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && <List sessions={sessions.data} onEnd={setEnded} />}
      <ConfirmDialog
        title={t(ended === 'others' ? 'sessions.endOthers.title' : 'sessions.end.title')}
        action={t(ended === 'others' ? 'sessions.endOthers' : 'sessions.end')}
        isOpen={ended !== undefined}
        onClose={() => setEnded(undefined)}
        onConfirm={end}
      >
        {t('sessions.end.text')}
      </ConfirmDialog>
    </Card>
  );
}

function List({
  sessions,
  onEnd,
}: {
  sessions: readonly OwnSession[];
  onEnd: (session: OwnSession) => void;
}): ReactNode {
  const t = useTexts();
  return (
    <Table
      label={t('sessions.title')}
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        { title: t('sessions.device'), isName: true, cell: (session) => deviceOf(session, t) },
        {
          title: t('sessions.network'),
          isPlain: true,
          cell: ({ attributes }) => attributes.network ?? t('sessions.unknown'),
        },
        {
          title: t('sessions.column.created'),
          cell: ({ attributes }) => <Time value={attributes.created_at} form="relative" />,
        },
        {
          title: t('sessions.used'),
          importance: 'high',
          cell: ({ attributes }) =>
            attributes.is_current ? (
              <Badge kind="good">{t('sessions.current')}</Badge>
            ) : (
              <Time value={attributes.last_used_at} form="relative" />
            ),
        },
        {
          title: t('sessions.end'),
          hideTitle: true,
          end: true,
          cell: (session) =>
            !session.attributes.is_current && (
              <Button
                look="quiet"
                size="small"
                aria-label={`${t('sessions.end')}: ${deviceOf(session, t)}`}
                onPress={() => onEnd(session)}
              >
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  );
}

function deviceOf({ attributes: { browser, system, device_name } }: OwnSession, t: Texts): string {
  if (device_name !== null)
    return browser === null ? device_name : t('sessions.browserOn', { browser, system: device_name });
  if (browser === null) return system ?? t('sessions.unknown');
  return system === null ? browser : t('sessions.browserOn', { browser, system });
}
