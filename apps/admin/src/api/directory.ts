import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** App directory categories, in the order of the filter. */
export const categories = [
  ...(['orders_and_shipping', 'products', 'inventory', 'marketing', 'customer_service'] as const),
  ...(['design', 'analytics', 'finance', 'productivity', 'other'] as const),
];
export type Category = (typeof categories)[number];

export interface ListingTexts {
  name: string;
  tagline: string | null;
  description: string | null;
  developer_name: string;
  categories: string[];
  support_url: string | null;
  privacy_url: string | null;
}

/** An app in the app directory. The id of the entry is the id of the app. */
export type DirectoryApp = Resource<
  ListingTexts & {
    /** Verified domain of the app's developer, or null if the developer has no verified domain. */
    verified_domain: string | null;
    icon_url: string | null;
    screenshots: string[];
    scopes: string[];
    /** Scopes that the app requested when the operator approved its version. */
    reviewed_scopes: string[];
    permission_history: PermissionVersion[];
    installed_shops: number;
    approved_at: string;
  }
>;

export interface PermissionVersion {
  number: number;
  approved_at: string;
  scopes: string[];
}

export const directoryPath = (shopId: string): string => `/api/shops/${shopId}/directory_apps`;
export const directoryKey = (shopId: string) => ['directory', shopId] as const;

export async function readDirectoryApp(
  shopId: string,
  id: string,
  signal: AbortSignal,
): Promise<DirectoryApp> {
  const path = `${directoryPath(shopId)}/${encodeURIComponent(id)}`;
  return (await authDocument<Document<DirectoryApp>>(path, { signal })).data;
}

export function installationIdOf({ relationships }: DirectoryApp): string | undefined {
  return relationships?.['installation']?.data?.id;
}
