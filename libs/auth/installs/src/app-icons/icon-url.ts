import type { App } from '@storewright/entities';

/**
 * Returns the URL of an app's icon, or null. The URL contains the digest of the icon, so that clients can
 * cache the image forever.
 */
export function iconUrl(issuer: string, { id, icon_digest }: Pick<App, 'id' | 'icon_digest'>): string | null {
  return icon_digest === null ? null : `${issuer}/api/apps/${id}/icon/${icon_digest}`;
}
