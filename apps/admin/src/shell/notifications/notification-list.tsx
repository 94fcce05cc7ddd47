import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  markRead,
  type Notification,
  type NotificationKind,
  notificationsKey,
  readNotifications,
} from '../../api/notifications';
import { Button } from '../../parts/button';
import { Icon, type IconName } from '../../parts/icon';
import { ErrorState, Skeleton, whatHappened } from '../../parts/states';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './notification-list.module.css';

/** Icon of each notification kind, and the screen or tab that a link in the notification opens. */
const kinds: Record<NotificationKind, { icon: IconName; screen?: string; tab?: string }> = {
  order_placed: { icon: 'orders', screen: '/orders' },
  proposal_created: { icon: 'check', screen: '/proposals' },
  variant_out_of_stock: { icon: 'product', screen: '/variants' },
  permissions_requested: { icon: 'apps' },
  webhooks_failing: { icon: 'warning', tab: '/webhooks' },
  webhooks_paused: { icon: 'warning', tab: '/webhooks' },
  events_lost: { icon: 'warning', tab: '/webhooks' },
  token_leaked: { icon: 'key' },
  canary_used: { icon: 'warning' },
};

/** Screens that list tokens. A notification about a token links to the list, because a token has no screen. */
const tokenScreens: Readonly<Record<string, string>> = {
  access_tokens: '/settings/api-access',
  canary_tokens: '/settings/api-access',
};

function addressOf({ attributes, relationships }: Notification): string {
  const { kind, subject_type, subject_id } = attributes;
  if (subject_type !== null && tokenScreens[subject_type]) return tokenScreens[subject_type];
  if (subject_type === 'installations') return `/apps/${subject_id}`;
  const { screen, tab = '' } = kinds[kind];
  return screen ? `${screen}/${subject_id}` : `/apps/${relationships!['installation']!.data!.id}${tab}`;
}

/** The newest notifications. A click on the link in a notification marks it as read. */
export default function NotificationList({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...notificationsKey(id), 'list'],
    queryFn: ({ signal }) => readNotifications(id, signal),
  });
  const unread = data?.filter(({ attributes }) => !attributes.is_read) ?? [];
  const mark = async (all: readonly Notification[]): Promise<void> => {
    setPending(true);
    try {
      for (const each of all) await markRead(id, each);
    } catch (thrown) {
      toast(t(whatHappened(thrown)));
    } finally {
      setPending(false);
      await queries.invalidateQueries({ queryKey: notificationsKey(id) });
    }
  };
  const follow = (notification: Notification): void => {
    if (!notification.attributes.is_read) void mark([notification]);
    onClose();
  };
  return (
    <section className={styles['list']} aria-label={t('notifications.title')}>
      <header className={styles['header']}>
        <h2>{t('notifications.title')}</h2>
        {unread.length > 0 && (
          <Button size="small" look="quiet" isPending={isPending} onPress={() => void mark(unread)}>
            {t('notifications.markAll')}
          </Button>
        )}
      </header>
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={styles['none']}>{t('notifications.none')}</p>}
      <ul>
        {data?.map((notification) => (
          <Item key={notification.id} notification={notification} onFollow={() => follow(notification)} />
        ))}
      </ul>
      <footer className={styles['footer']}>
        <Link to="/account" onClick={onClose}>
          {t('notifications.choose')}
        </Link>
      </footer>
    </section>
  );
}

interface ItemProps {
  notification: Notification;
  onFollow: () => void;
}

function Item({ notification, onFollow }: ItemProps): ReactNode {
  const t = useTexts();
  const { kind, app_name, subject_name, is_read, created_at } = notification.attributes;
  return (
    <li>
      <Link
        to={addressOf(notification)}
        className={styles['item'] ?? ''}
        data-unread={!is_read}
        onClick={onFollow}
      >
        <Icon name={kinds[kind].icon} />
        <span className={styles['text']}>
          {t(`notifications.kind.${kind}`, { app: app_name, name: subject_name })}
          <span className={styles['when']}>
            <Time value={created_at} form="relative" />
            {!is_read && ` · ${t('notifications.isUnread')}`}
          </span>
        </span>
      </Link>
    </li>
  );
}
