import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

export type ShopApp = Resource<{
  name: string;
  maker: string;
  /** Host and port of the app's install URL, to which the browser is redirected after the grant. */
  install_host: string;
  /** URL of the client metadata document of an agent, or null for an app of a developer. */
  client_url: string | null;
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
  icon_url: string | null;
  scopes: string[];
  /** Optional scopes, which the owner can additionally grant. */
  optional_scopes: string[];
  webhook_events: string[];
  /** Scopes that the shop has granted, or null if the app is not installed. */
  granted_scopes: string[] | null;
  /** Requested scopes that a shop member has withdrawn, or null if the app is not installed. */
  withdrawn_scopes: string[] | null;
  /** Scopes that the operator has reviewed, or null if the app is not in the app directory. */
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

/** Scopes that a grant always includes, and scopes that the owner can select. */
export interface AskedScopes {
  fixed: string[];
  selectable: string[];
  selected: string[];
}

/**
 * Lists withdrawn scopes as selectable, because only the owner can grant them again (docs/contract.md §4).
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

/** Returns the differences between the granted scopes and the scopes that the app requests now. */
export function scopeChanges(before: readonly string[], now: readonly string[]): ScopeChanges {
  return {
    added: now.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !now.includes(scope)),
    kept: now.filter((scope) => before.includes(scope)),
  };
}
