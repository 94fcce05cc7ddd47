import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

export type ShopApp = Resource<{
  name: string;
  maker: string;
  /** Host and port of the app's install URL, to which the panel redirects the browser after the grant. */
  install_host: string;
  /** URL of the client metadata document of an agent, or null for an app of a developer. */
  client_url: string | null;
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
  icon_url: string | null;
  scopes: string[];
  /** Scopes that the owner can grant in addition to `scopes`. */
  optional_scopes: string[];
  webhook_events: string[];
  /** Scopes that the shop has granted. null means that the app is not installed. */
  granted_scopes: string[] | null;
  /** Requested scopes that a shop member has withdrawn. null means that the app is not installed. */
  withdrawn_scopes: string[] | null;
  /** Scopes that the operator has reviewed. null means that the app is not in the app directory. */
  reviewed_scopes: string[] | null;
}>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return uuid.test(text);
}

export async function readShopApp(shopId: string, appId: string, signal: AbortSignal): Promise<ShopApp> {
  const path = `/api/shops/${shopId}/apps/${encodeURIComponent(appId)}`;
  return (await authDocument<Document<ShopApp>>(path, { signal })).data;
}

/** Scopes on the grant screen: the owner always grants `fixed` scopes and can select the other scopes. */
export interface AskedScopes {
  fixed: string[];
  selectable: string[];
  selected: string[];
}

/**
 * Returns the scopes for the grant screen. Withdrawn scopes are selectable, because only the owner can grant them
 * again (docs/contract.md §4).
 */
export function askedScopes({ attributes }: Pick<ShopApp, 'attributes'>): AskedScopes {
  const { scopes, optional_scopes, granted_scopes, withdrawn_scopes } = attributes;
  const isWithdrawn = (scope: string): boolean => withdrawn_scopes?.includes(scope) ?? false;
  const selectable = [...scopes.filter(isWithdrawn), ...optional_scopes];
  return {
    fixed: scopes.filter((scope) => !isWithdrawn(scope)),
    selectable,
    selected: selectable.filter((scope) => granted_scopes?.includes(scope)),
  };
}

export interface ScopeChanges {
  added: string[];
  dropped: string[];
  kept: string[];
}

export function scopeChanges(before: readonly string[], now: readonly string[]): ScopeChanges {
  return {
    added: now.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !now.includes(scope)),
    kept: now.filter((scope) => before.includes(scope)),
  };
}
