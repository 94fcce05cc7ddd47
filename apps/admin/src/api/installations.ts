import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** As `GET …/installations` lists it. */
export type Installation = Resource<{
  app_name: string;
  app_icon_url: string | null;
  /** The app asks for other scopes than was agreed to. */
  permissions_changed: boolean;
  scopes: string[];
  status: 'installed' | 'uninstalled';
  /** Of the living token, else of the last one. */
  token_status: 'pending' | 'active' | 'revoked' | 'superseded' | null;
  /** Whether the app has come for its token since the owner last agreed. */
  nonce_status: 'waiting' | 'exchanged' | 'expired' | null;
  nonce_expires_at: string | null;
  /** Over all its tokens. */
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
