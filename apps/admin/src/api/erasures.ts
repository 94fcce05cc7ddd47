import type { Resource } from './documents';

/**
 * Status of a data erasure in one app. `unreachable` means that the app has no webhook URL, so its developer
 * is notified by email.
 */
export type ErasedAppStatus = 'due' | 'unreachable' | 'overdue' | 'confirmed' | 'cancelled';

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

export type Erasure = Resource<{
  subject: 'customer' | 'shop';
  /** Id of the erased customer, or null if the whole shop's data is erased. */
  customer_id: string | null;
  status: ErasureStatus;
  requested_at: string;
  due_at: string;
  /** Time when the platform deleted its own copies of the data. */
  cleared_at: string | null;
  apps: ErasedApp[];
}>;

export const erasuresRight = 'audit_entries.collection';

export function erasuresPath(shopId: string, filter: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(filter).map(
    ([name, value]) => `&filter[${name}]=${encodeURIComponent(value)}`,
  );
  return `/api/shops/${shopId}/erasures?sort=-id${query.join('')}`;
}

export const erasuresKey = (shopId: string) => ['erasures', shopId] as const;

/**
 * Returns how many apps have confirmed a data erasure and how many apps must confirm it. Ignores cancelled erasure
 * requests.
 */
export function confirmationsOf({ attributes: { apps } }: Erasure): { confirmed: number; all: number } {
  const asked = apps.filter(({ status }) => status !== 'cancelled');
  return { confirmed: asked.filter(({ status }) => status === 'confirmed').length, all: asked.length };
}
