import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askAuth, authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

/** What its developer says of an app. */
export interface AppAttributes {
  name: string;
  install_url: string;
  scopes: string[];
  webhook_url: string | null;
  webhook_events: string[];
  require_proof: boolean;
}

/** An app of the person who is signed in, as `GET /api/apps` lists it. */
export type OwnApp = Resource<
  AppAttributes & { created_at: string; updated_at: string },
  { version: number }
>;

/** A version of an app, and what a change has to name for being about this version alone. */
export interface KnownApp {
  app: OwnApp;
  etag: string;
}

/** A living generation of the secret. `expires_at`: `null` for the current one. */
export type AppSecret = Resource<{ generation: number; created_at: string; expires_at: string | null }>;

type OwnAppDocument = Document<OwnApp>;
type SecretDocument = Document<OwnApp, { secret: string; previous_secret_expires_at?: string }>;

const path = '/api/apps';
export const listPath = `${path}?sort=-id`;
export const appsKey = ['apps'] as const;

/** Whatever shows apps of the person asks for them anew. */
export function useAppsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: appsKey });
}

export function useOwnApp(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...appsKey, id],
    queryFn: ({ signal }) => readApp(id, signal),
    enabled,
  });
}

export async function readApp(id: string, signal?: AbortSignal): Promise<KnownApp> {
  return known(await askAuth<OwnAppDocument>(`${path}/${id}`, signal ? { signal } : {}));
}

/** The new app with its secret, which is in this answer alone. */
export async function registerApp(attributes: AppAttributes): Promise<{ app: OwnApp; secret: string }> {
  const { data, meta } = await authDocument<SecretDocument>(path, {
    method: 'POST',
    data: { type: 'apps', attributes },
  });
  return { app: data, secret: meta!.secret };
}

/** Changes this version and no other: 412 where there is a newer one. */
export async function changeApp(
  { app: { id }, etag }: KnownApp,
  attributes: Partial<AppAttributes>,
): Promise<KnownApp> {
  const options = {
    method: 'PATCH',
    data: { type: 'apps', id, attributes },
    headers: { 'if-match': etag },
  } as const;
  return known(await askAuth<OwnAppDocument>(`${path}/${id}`, options));
}

export async function deleteApp(id: string): Promise<void> {
  await authDocument<undefined>(`${path}/${id}`, { method: 'DELETE' });
}

/** A new secret, which is in this answer alone, and the end of the one before. */
export async function rotateSecret(
  id: string,
): Promise<{ secret: string; previousEnds: string | undefined }> {
  const { meta } = await authDocument<SecretDocument>(`${path}/${id}/secrets`, { method: 'POST' });
  return { secret: meta!.secret, previousEnds: meta!.previous_secret_expires_at };
}

export function useSecrets(id: string) {
  return useQuery({
    queryKey: [...appsKey, id, 'secrets'],
    queryFn: async ({ signal }) =>
      (await authPage<AppSecret>(`${path}/${id}/secrets?sort=-id`, { signal })).data,
  });
}

/** In how many shops it is installed now. */
export function useInstalledShops(id: string) {
  type Statistics = Document<Resource<{ installed_shops: number }>>;
  return useQuery({
    queryKey: [...appsKey, id, 'statistics'],
    queryFn: async ({ signal }) =>
      (await authDocument<Statistics>(`/api/app_statistics/${id}`, { signal })).data.attributes
        .installed_shops,
  });
}

/** Where owners agree to an app, in the panel of their shop. Here: of this shop. */
export function installLink(id: string): string {
  return `${window.location.origin}/admin/oauth/${id}`;
}

function known({ document, headers }: { document: OwnAppDocument; headers: Headers }): KnownApp {
  return { app: document.data, etag: headers.get('etag') ?? '' };
}
