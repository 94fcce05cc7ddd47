import type { App } from '@storewright/entities';

/** Where an icon is, for whoever wants to show it; null: the app has none. The address names what is in it, so that an answer never goes out of date. */
export function iconUrl(issuer: string, { id, icon_digest }: Pick<App, 'id' | 'icon_digest'>): string | null {
  return icon_digest === null ? null : `${issuer}/api/apps/${id}/icon/${icon_digest}`;
}
