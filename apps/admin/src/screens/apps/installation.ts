import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

/** As `GET …/installations` lists it. */
export type Installation = Resource<{
  app_name: string;
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

/**
 * Where an installation stands. `waiting`: the app has not come for its token yet, and may; `exchanged`: it has; `kept`: it has not come for the newest
 * one and works with the one before; `expired`: it has not come in time and has none; `revoked`: its token was ended.
 */
export type Connection = 'waiting' | 'exchanged' | 'kept' | 'expired' | 'revoked' | 'uninstalled';

export function connectionOf({ attributes }: Pick<Installation, 'attributes'>): Connection {
  const { status, token_status, nonce_status } = attributes;
  if (status === 'uninstalled') return 'uninstalled';
  if (nonce_status === 'waiting') return 'waiting';
  if (token_status === 'active') return nonce_status === 'expired' ? 'kept' : 'exchanged';
  return token_status === 'revoked' ? 'revoked' : 'expired';
}

export function appIdOf({ relationships }: Installation): string {
  return relationships!['app']!.data!.id;
}

export const listPath = (shopId: string): string => `/api/shops/${shopId}/installations`;
export const listKey = (shopId: string) => ['installations', shopId] as const;

/** Whatever shows installations of the shop asks for them anew. */
export function useInstallationsChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listKey(shopId) });
}

/** How often it is asked whether an app has come for its token, ms. */
export const waitingMs = 3_000;

/** Asks anew while one of them waits for its token and somebody looks. */
export function useFollowed(shopId: string, installations: readonly Installation[] | undefined): void {
  const queries = useQueryClient();
  const isWaiting = installations?.some((each) => connectionOf(each) === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: [...listKey(shopId), 'list'] });
    }, waitingMs);
    return () => clearInterval(timer);
  }, [queries, shopId, isWaiting]);
}

export async function readInstallation(
  shopId: string,
  id: string,
  signal: AbortSignal,
): Promise<Installation> {
  const path = `${listPath(shopId)}/${encodeURIComponent(id)}`;
  return (await authDocument<Document<Installation>>(path, { signal })).data;
}

export async function uninstall(shopId: string, id: string): Promise<void> {
  await authDocument<undefined>(`${listPath(shopId)}/${id}`, { method: 'DELETE' });
}
