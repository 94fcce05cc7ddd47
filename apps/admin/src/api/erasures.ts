import type { Resource } from './documents';

/** State of an erasure in one app. An unreachable app has no webhook, so its developer gets mails. */
export type ErasedAppStatus = 'due' | 'unreachable' | 'overdue' | 'confirmed' | 'cancelled';

/** An app that must confirm an erasure. */
export interface ErasedApp {
  app_id: string;
  installation_id: string;
  name: string;
  status: ErasedAppStatus;
  last_sent_at: string | null;
  last_status: number | null;
  last_error: string | null;
  confirmed_at: string | null;
}

export const erasureStatuses = ['open', 'overdue', 'completed'] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

/** An item of `GET …/erasures`. */
export type Erasure = Resource<{
  subject: 'customer' | 'shop';
  /** Id of the erased customer. null for the data of the shop. */
  customer_id: string | null;
  status: ErasureStatus;
  requested_at: string;
  due_at: string;
  /** Time at which the platform had cleared its own copies. */
  cleared_at: string | null;
  apps: ErasedApp[];
}>;

/** Right that every view of erasures requires. */
export const erasuresRight = 'audit_entries.collection';

/** Returns the path of the erasures of a shop, newest first, that match the filter. */
export function erasuresPath(shopId: string, filter: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(filter).map(
    ([name, value]) => `&filter[${name}]=${encodeURIComponent(value)}`,
  );
  return `/api/shops/${shopId}/erasures?sort=-id${query.join('')}`;
}

export const erasuresKey = (shopId: string) => ['erasures', shopId] as const;

/** Returns how many apps have confirmed, and how many must. Cancelled requests need no confirmation. */
export function confirmationsOf({ attributes: { apps } }: Erasure): { confirmed: number; all: number } {
  const asked = apps.filter(({ status }) => status !== 'cancelled');
  return { confirmed: asked.filter(({ status }) => status === 'confirmed').length, all: asked.length };
}
