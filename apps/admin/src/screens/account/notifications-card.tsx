import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  changePreference,
  type NotificationChoice,
  notificationKinds,
  type NotificationKind,
  type NotificationPreference,
  preferencesKey,
  readPreferences,
} from '../../api/notifications';
import { Tick } from '../../parts/fields';
import { Card } from '../../parts/layout';
import { ErrorState, Skeleton, whatHappened } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { toast } from '../../parts/toast';
import { type Shop, useShopIfAny } from '../../session/shop';
import { type Texts, useTexts } from '../../texts/texts';

const kinds = Object.keys(notificationKinds) as NotificationKind[];

/** The user's notification preferences for this shop. Each change applies immediately. */
export function NotificationsCard(): ReactNode {
  const shop = useShopIfAny();
  return shop && <OfShop shop={shop} />;
}

function OfShop({ shop: { id, name } }: { shop: Shop }): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: preferencesKey(id),
    queryFn: ({ signal }) => readPreferences(id, signal),
  });
  const change = async (kind: NotificationKind, choice: Partial<NotificationChoice>): Promise<void> => {
    try {
      const changed = await changePreference(id, kind, choice);
      queries.setQueryData<NotificationPreference[]>(preferencesKey(id), (known) =>
        known?.map((each) => (each.id === kind ? changed : each)),
      );
      toast(t('notifications.saved'));
    } catch (thrown) {
      toast(t(whatHappened(thrown)));
    }
  };
  const byKind = new Map(data?.map((each) => [each.id, each.attributes]));
  return (
    <Card flush title={t('notifications.title')} lead={t('notifications.lead', { shop: name })}>
      {data === undefined && error === null && <Skeleton lines={3} tall />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table
          label={t('notifications.title')}
          columns={columns(t, byKind, (kind, choice) => void change(kind, choice))}
          rows={kinds.filter((kind) => byKind.has(kind))}
          rowKey={(kind) => kind}
        />
      )}
    </Card>
  );
}

function columns(
  t: Texts,
  byKind: ReadonlyMap<string, NotificationChoice>,
  onChange: (kind: NotificationKind, choice: Partial<NotificationChoice>) => void,
): Column<NotificationKind>[] {
  const way = (name: keyof NotificationChoice): Column<NotificationKind> => ({
    title: t(`notifications.${name}`),
    importance: 'always',
    cell: (kind) =>
      name === 'by_mail' && !notificationKinds[kind].isMailed ? (
        '–'
      ) : (
        <Tick
          label={t(`notifications.${name}.of`, { kind: t(`notifications.about.${kind}`) })}
          isSelected={byKind.get(kind)?.[name] ?? false}
          onChange={(isSelected) => onChange(kind, { [name]: isSelected })}
        />
      ),
  });
  return [
    {
      title: t('notifications.about'),
      isName: true,
      wraps: true,
      cell: (kind) => t(`notifications.about.${kind}`),
    },
    way('in_panel'),
    way('by_mail'),
  ];
}
