import { askAuth, authDocument, authPage } from './auth-api';
import type { Document, Page, Resource } from './documents';

/** Kinds of notifications. `isMailed` means that the platform can also send the notification by email. */
export const notificationKinds = {
  order_placed: { isMailed: false },
  proposal_created: { isMailed: true },
  variant_out_of_stock: { isMailed: false },
  permissions_requested: { isMailed: true },
  webhooks_failing: { isMailed: true },
  webhooks_paused: { isMailed: true },
  events_lost: { isMailed: true },
  token_leaked: { isMailed: false },
  canary_used: { isMailed: false },
} as const;
export type NotificationKind = keyof typeof notificationKinds;

export type Notification = Resource<{
  kind: NotificationKind;
  app_name: string | null;
  subject_type: string | null;
  subject_id: string | null;
  subject_name: string | null;
  is_read: boolean;
  created_at: string;
}>;

/** A member's choice of channels for one kind of notification. The resource id is the kind. */
export type NotificationPreference = Resource<NotificationChoice>;

export type NotificationChoice = { in_panel: boolean; by_mail: boolean };

const pathOf = (shopId: string): string => `/api/shops/${shopId}/notifications`;
const preferencesPath = (shopId: string): string => `/api/shops/${shopId}/notification_preferences`;

export const notificationsKey = (shopId: string) => ['notifications', shopId] as const;
export const preferencesKey = (shopId: string) => ['notification_preferences', shopId] as const;

const MAX_LISTED = 20;
/** Maximum unread count on the notification button, which shows a higher count as "9+". */
const MAX_COUNTED = 9;

export async function readNotifications(shopId: string, signal: AbortSignal): Promise<Notification[]> {
  const query = { sort: '-id', 'page[size]': MAX_LISTED };
  return (await authPage<Notification>(pathOf(shopId), { query, signal })).data;
}

/** Returns the number of unread notifications as text, such as "3" or "9+". Returns null for zero. */
export async function countUnread(shopId: string, signal: AbortSignal): Promise<string | null> {
  const query = { 'filter[is_read]': 'false', 'page[size]': MAX_COUNTED };
  const { data, links }: Page<Notification> = await authPage<Notification>(pathOf(shopId), { query, signal });
  return data.length === 0 ? null : `${data.length}${links?.next ? '+' : ''}`;
}

export async function markRead(shopId: string, { id }: Notification): Promise<void> {
  const data = { type: 'notifications', id, attributes: { is_read: true } };
  await askAuth(`${pathOf(shopId)}/${id}`, { method: 'PATCH', data });
}

export async function readPreferences(
  shopId: string,
  signal: AbortSignal,
): Promise<NotificationPreference[]> {
  return (await authPage<NotificationPreference>(preferencesPath(shopId), { signal })).data;
}

export async function changePreference(
  shopId: string,
  id: string,
  attributes: Partial<NotificationChoice>,
): Promise<NotificationPreference> {
  const data = { type: 'notification_preferences', id, attributes };
  const path = `${preferencesPath(shopId)}/${id}`;
  return (await authDocument<Document<NotificationPreference>>(path, { method: 'PATCH', data })).data;
}
