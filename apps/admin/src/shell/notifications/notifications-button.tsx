import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button, DialogTrigger, Popover } from 'react-aria-components';
import { countUnread, notificationsKey } from '../../api/notifications';
import { Icon } from '../../parts/icon';
import { useShop } from '../../session/shop';
import { addTexts } from '../../texts/catalogue';
import { useTexts } from '../../texts/texts';
import styles from './notifications-button.module.css';

const NotificationList = lazy(async () => {
  const [loaded] = await Promise.all([import('./notification-list'), addTexts(['notifications'])]);
  return loaded;
});

const RELOAD_INTERVAL_MS = 60_000;

export default function NotificationsButton(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const [isOpen, setOpen] = useState(false);
  const { data: unread } = useQuery({
    queryKey: [...notificationsKey(id), 'unread'],
    queryFn: ({ signal }) => countUnread(id, signal),
    staleTime: RELOAD_INTERVAL_MS,
    refetchInterval: RELOAD_INTERVAL_MS,
  });
  const name = t('notifications.title');
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        className={styles['button'] ?? ''}
        aria-label={unread ? t('notifications.unread', { name, count: unread }) : name}
      >
        <Icon name="bell" />
        {unread && <span className={styles['count']}>{unread}</span>}
      </Button>
      <Popover placement="bottom start" className={styles['popover'] ?? ''} aria-label={name}>
        <Suspense>
          <NotificationList onClose={() => setOpen(false)} />
        </Suspense>
      </Popover>
    </DialogTrigger>
  );
}
