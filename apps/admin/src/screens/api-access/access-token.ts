import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

export type AccessToken = Resource<{
  name: string;
  /** Scopes of the access token. null means every current and future scope. */
  scopes: string[] | null;
  /** Networks that can use the access token. null means any network. */
  allowed_networks: string[] | null;
  status: 'active' | 'revoked' | 'expired';
  prefix: string;
  last_four: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** Time when the access token expires if it stays unused. null means that lack of use does not expire the token. */
  unused_expires_at: string | null;
  /** Time until which the old token value stays valid after a rotation. null means that no rotation is pending. */
  previous_expires_at: string | null;
}>;

export interface NewAccessToken {
  name: string;
  scopes: string[] | null;
  allowed_networks: string[] | null;
  expires_at: string | null;
}

export const listPath = (shopId: string): string => `/api/shops/${shopId}/access_tokens`;
export const listKey = (shopId: string) => ['access_tokens', shopId] as const;

export function useListChanged(shopId: string): () => Promise<void> {
  const queries: QueryClient = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listKey(shopId) });
}

/** Creates an access token and returns its value, which the API returns only once. */
export async function generateToken(shopId: string, attributes: NewAccessToken): Promise<string> {
  const { meta } = await authDocument<Document<AccessToken, { token: string }>>(listPath(shopId), {
    method: 'POST',
    data: { type: 'access_tokens', attributes },
  });
  return meta!.token;
}

/** Rotates an access token and returns its new value, which the API returns only once. */
export async function rotateToken(shopId: string, id: string): Promise<string> {
  const path = `${listPath(shopId)}/${id}/rotations`;
  const { meta } = await authDocument<Document<AccessToken, { token: string }>>(path, { method: 'POST' });
  return meta!.token;
}

export async function revokeToken(shopId: string, id: string): Promise<void> {
  await authDocument<undefined>(`${listPath(shopId)}/${id}`, { method: 'DELETE' });
}

export async function changeToken(
  shopId: string,
  id: string,
  attributes: Partial<Pick<NewAccessToken, 'name' | 'scopes' | 'allowed_networks'>>,
): Promise<void> {
  const data = { type: 'access_tokens', id, attributes };
  await authDocument(`${listPath(shopId)}/${id}`, { method: 'PATCH', data });
}
