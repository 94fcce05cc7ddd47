import type { App } from '@storewright/entities';

/** Address of an app's icon, or null. It contains the digest of the icon, so responses can be cached forever. */
export function iconUrl(issuer: string, { id, icon_digest }: Pick<App, 'id' | 'icon_digest'>): string | null {
  return icon_digest === null ? null : `${issuer}/api/apps/${id}/icon/${icon_digest}`;
}
