import { authDocument } from './auth-api';
import type { Document, Resource } from './documents';

/** Categories of the directory, in the order of the filter. */
export const categories = [
  ...(['orders_and_shipping', 'products', 'inventory', 'marketing', 'customer_service'] as const),
  ...(['design', 'analytics', 'finance', 'productivity', 'other'] as const),
];
export type Category = (typeof categories)[number];

/** Texts and pictures of a listing that a card or a page shows. */
export interface ListingTexts {
  name: string;
  tagline: string | null;
  description: string | null;
  developer_name: string;
  categories: string[];
  support_url: string | null;
  privacy_url: string | null;
}

/** An app in the directory. The id is that of the app. */
export type DirectoryApp = Resource<
  ListingTexts & {
    /** Verified domain of the developer, or null if there is none. */
    verified_domain: string | null;
    icon_url: string | null;
    /** URLs of the screenshots. */
    screenshots: string[];
    /** Scopes that the app requests now. */
    scopes: string[];
    /** Scopes that the app requested when its version was approved. */
    reviewed_scopes: string[];
    permission_history: PermissionVersion[];
    installed_shops: number;
    approved_at: string;
  }
>;

/** Scopes of an approved version. */
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

/** Returns the id of the installation in this shop, or undefined if the app is not installed. */
export function installationIdOf({ relationships }: DirectoryApp): string | undefined {
  return relationships?.['installation']?.data?.id;
}
