import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** An app in the form that the owner of a shop reads. */
export type ShopApp = Resource<{
  name: string;
  /** Name of the app's developer. */
  maker: string;
  /** Host and port of the install URL, which the browser visits after the grant. */
  install_host: string;
  /** URL of the metadata document of an agent, or null for the app of a developer. */
  client_url: string | null;
  /** Description by the app's developer. */
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
  icon_url: string | null;
  /** Scopes that the app requires. */
  scopes: string[];
  /** Scopes that the owner can grant in addition. */
  optional_scopes: string[];
  webhook_events: string[];
  /** Scopes that the shop granted, or null if the app is not installed. */
  granted_scopes: string[] | null;
  /** Scopes that the app requests and a member of the shop withdrew, or null if the app is not installed. */
  withdrawn_scopes: string[] | null;
  /** Scopes that the operator reviewed, or null if the app is not listed. */
  reviewed_scopes: string[] | null;
}>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true for a UUID. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

export async function readShopApp(shopId: string, appId: string, signal: AbortSignal): Promise<ShopApp> {
  const path = `/api/shops/${shopId}/apps/${encodeURIComponent(appId)}`;
  return (await authDocument<Document<ShopApp>>(path, { signal })).data;
}

/** Scopes that a grant includes without a selection, and those that the owner selects. */
export interface AskedScopes {
  fixed: string[];
  selectable: string[];
  /** The selectable scopes that the shop has granted. */
  selected: string[];
}

/** Withdrawn scopes stay withdrawn until the owner selects them, as optional scopes do (docs/contract.md §4). */
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

/**
 * Returns the differences between the granted (or shown) scopes and the scopes that the app requests now.
 */
export function scopeChanges(before: readonly string[], now: readonly string[]): ScopeChanges {
  return {
    added: now.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !now.includes(scope)),
    kept: now.filter((scope) => before.includes(scope)),
  };
}
