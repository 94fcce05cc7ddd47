import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** An item of `GET …/installations`. */
export type Installation = Resource<{
  app_name: string;
  app_icon_url: string | null;
  /** URL of the metadata document of an agent. null for an app of a developer. */
  app_client_url: string | null;
  /** True if the app requests other scopes than the owner granted. */
  permissions_changed: boolean;
  /** True if the app has a webhook URL and subscribes to events. */
  receives_webhooks: boolean;
  scopes: string[];
  /** Scopes whose writes a member of the shop must approve. */
  ask_scopes: string[];
  /** Limits per day (UTC), and what the app used today. null without a limit. */
  daily_request_limit: number | null;
  daily_write_limit: number | null;
  daily_requests_used: number | null;
  daily_writes_used: number | null;
  status: 'installed' | 'uninstalled';
  /** True if a member of the shop suspended the app. */
  suspended: boolean;
  /** Networks that the shop allows. null means that the networks of the developer apply. */
  allowed_networks: string[] | null;
  /** Networks that the developer allows. null means every network. */
  app_allowed_networks: string[] | null;
  /** Status of the active token, or of the last token if none is active. */
  token_status: 'pending' | 'active' | 'revoked' | 'superseded' | null;
  /** Status of the newest nonce, or null if there is no nonce. */
  nonce_status: 'waiting' | 'exchanged' | 'expired' | null;
  nonce_expires_at: string | null;
  /** Time of the last request with any of the installation's tokens. */
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
