import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

export type Installation = Resource<{
  app_name: string;
  app_icon_url: string | null;
  /** URL of the client metadata document of an agent, or null for an app of a developer. */
  app_client_url: string | null;
  /** True if the app requests other scopes than the owner has granted. */
  permissions_changed: boolean;
  /** True if the app has a webhook URL and subscribes to events. */
  receives_webhooks: boolean;
  scopes: string[];
  /** Scopes whose writes a shop member must approve. */
  ask_scopes: string[];
  /** Daily limits (UTC) and today's usage of the app. A limit of null means unlimited. */
  daily_request_limit: number | null;
  daily_write_limit: number | null;
  daily_requests_used: number | null;
  daily_writes_used: number | null;
  status: 'installed' | 'uninstalled';
  suspended: boolean;
  /** Networks that the shop allows. null means that the developer's `app_allowed_networks` apply. */
  allowed_networks: string[] | null;
  /** Networks that the app's developer allows. null means any network. */
  app_allowed_networks: string[] | null;
  /** Status of the active token or, without an active token, of the last token. */
  token_status: 'pending' | 'active' | 'revoked' | 'superseded' | null;
  /** Status of the newest installation nonce, or null if no nonce was created. */
  nonce_status: 'waiting' | 'exchanged' | 'expired' | null;
  nonce_expires_at: string | null;
  /** Time of the last request with any token of the app installation. */
  last_used_at: string | null;
  installed_at: string;
  uninstalled_at: string | null;
}>;

export function appIdOf({ relationships }: Installation): string {
  return relationships!['app']!.data!.id;
}

export const installationsPath = (shopId: string): string => `/api/shops/${shopId}/installations`;
export const installationsKey = (shopId: string) => ['installations', shopId] as const;

export async function readInstallation(
  shopId: string,
  id: string,
  signal: AbortSignal,
): Promise<Installation> {
  const path = `${installationsPath(shopId)}/${encodeURIComponent(id)}`;
  return (await authDocument<Document<Installation>>(path, { signal })).data;
}
