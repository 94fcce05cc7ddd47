import { useQueryClient } from '@tanstack/react-query';
import { authDocument } from '../../api/auth-api';
import { type Installation, installationsKey, installationsPath } from '../../api/installations';

/**
 * Connection state of an app installation. `waiting`: the nonce is valid and unused. `exchanged`: the app has its
 * token. `kept`: the newest nonce is unused, but the previous token is still valid. `expired`: the nonce expired, and
 * there is no token. `revoked`: the token was revoked. `suspended`: a shop member suspended the app.
 */
export type Connection =
  | 'waiting'
  | 'exchanged'
  | 'kept'
  | 'expired'
  | 'revoked'
  | 'suspended'
  | 'uninstalled';

export function connectionOf({ attributes }: Pick<Installation, 'attributes'>): Connection {
  const { status, suspended, token_status, nonce_status } = attributes;
  if (status === 'uninstalled') return 'uninstalled';
  if (suspended) return 'suspended';
  if (nonce_status === 'waiting') return 'waiting';
  if (token_status === 'active') return nonce_status === 'expired' ? 'kept' : 'exchanged';
  return token_status === 'revoked' ? 'revoked' : 'expired';
}

export function useInstallationsChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: installationsKey(shopId) });
}

/** Interval in milliseconds at which the panel checks whether the app has exchanged its installation nonce. */
export const waitingMs = 3_000;

export async function uninstall(shopId: string, id: string): Promise<void> {
  await authDocument<undefined>(`${installationsPath(shopId)}/${id}`, { method: 'DELETE' });
}

export function suspend(shopId: string, id: string, suspended: boolean): Promise<void> {
  return change(shopId, id, { suspended });
}

/** Sets the networks from which the app can send requests. null means that the networks of the developer apply. */
export function setNetworks(shopId: string, id: string, allowed_networks: string[] | null): Promise<void> {
  return change(shopId, id, { allowed_networks });
}

export function setAskScopes(shopId: string, id: string, ask_scopes: readonly string[]): Promise<void> {
  return change(shopId, id, { ask_scopes });
}

export interface DailyLimits {
  daily_request_limit: number | null;
  daily_write_limit: number | null;
}

/**
 * Converts the text of a limit field to a limit. Empty text removes the limit. Returns text without a number
 * unchanged, because the API then rejects the text with an error.
 */
export function limitIn(text: string): number | string | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

export function setDailyLimits(
  shopId: string,
  id: string,
  typed: Record<keyof DailyLimits, string>,
): Promise<void> {
  return change(shopId, id, {
    daily_request_limit: limitIn(typed.daily_request_limit),
    daily_write_limit: limitIn(typed.daily_write_limit),
  });
}

async function change(shopId: string, id: string, attributes: object): Promise<void> {
  const data = { type: 'installations', id, attributes };
  await authDocument(`${installationsPath(shopId)}/${id}`, { method: 'PATCH', data });
}
