import { useQueryClient } from '@tanstack/react-query';
import { authDocument } from '../../api/auth-api';
import { type Installation, installationsKey, installationsPath } from '../../api/installations';

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

/** Whatever shows installations of the shop asks for them anew. */
export function useInstallationsChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: installationsKey(shopId) });
}

/** How often it is asked whether an app has come for its token, ms. */
export const waitingMs = 3_000;

export async function uninstall(shopId: string, id: string): Promise<void> {
  await authDocument<undefined>(`${installationsPath(shopId)}/${id}`, { method: 'DELETE' });
}
