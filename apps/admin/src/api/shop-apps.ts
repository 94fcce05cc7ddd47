import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** An app as the owner of a shop sees it. */
export type ShopApp = Resource<{
  name: string;
  /** The developer's name. */
  maker: string;
  /** Where agreeing leads: host and port of the install URL. */
  install_host: string;
  /** What it does, as its developer says. */
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
  icon_url: string | null;
  /** What it asks for. */
  scopes: string[];
  webhook_events: string[];
  /** What the shop has agreed to; `null`: it is not installed. */
  granted_scopes: string[] | null;
}>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this may be the id of anything at all. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

export async function readShopApp(shopId: string, appId: string, signal: AbortSignal): Promise<ShopApp> {
  const path = `/api/shops/${shopId}/apps/${encodeURIComponent(appId)}`;
  return (await authDocument<Document<ShopApp>>(path, { signal })).data;
}

export interface ScopeChanges {
  added: string[];
  dropped: string[];
  kept: string[];
}

/** From what was granted (or shown) to what is asked for now. */
export function scopeChanges(before: readonly string[], now: readonly string[]): ScopeChanges {
  return {
    added: now.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !now.includes(scope)),
    kept: now.filter((scope) => before.includes(scope)),
  };
}
