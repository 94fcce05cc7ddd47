import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

/** As `GET …/access_tokens` lists it. */
export type AccessToken = Resource<{
  name: string;
  /** `null`: every one, also those that come later. */
  scopes: string[] | null;
  status: 'active' | 'revoked' | 'expired';
  prefix: string;
  last_four: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}>;

export interface NewAccessToken {
  name: string;
  scopes: string[] | null;
  expires_at: string | null;
}

export const listPath = (shopId: string): string => `/api/shops/${shopId}/access_tokens`;
export const listKey = (shopId: string) => ['access_tokens', shopId] as const;

/** The list is asked for anew, wherever it is shown. */
export function useListChanged(shopId: string): () => Promise<void> {
  const queries: QueryClient = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: listKey(shopId) });
}

/** The token's text, which is in this answer alone. */
export async function generateToken(shopId: string, attributes: NewAccessToken): Promise<string> {
  const { meta } = await authDocument<Document<AccessToken, { token: string }>>(listPath(shopId), {
    method: 'POST',
    data: { type: 'access_tokens', attributes },
  });
  return meta!.token;
}

export async function revokeToken(shopId: string, id: string): Promise<void> {
  await authDocument<undefined>(`${listPath(shopId)}/${id}`, { method: 'DELETE' });
}
