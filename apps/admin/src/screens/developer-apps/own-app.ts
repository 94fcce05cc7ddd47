import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askAuth, authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

export interface AppAttributes {
  name: string;
  install_url: string;
  scopes: string[];
  optional_scopes: string[];
  webhook_url: string | null;
  webhook_events: string[];
  require_proof: boolean;
  require_secret: boolean;
  /** Networks that can use the app's tokens. null means any network. */
  allowed_networks: string[] | null;
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
}

export type OwnApp = Resource<
  AppAttributes & { icon_url: string | null; created_at: string; updated_at: string },
  { version: number }
>;

/** A version of an app with its ETag for conditional updates. */
export interface KnownApp {
  app: OwnApp;
  etag: string;
}

/** An app secret that is still valid. `expires_at` is null for the current secret. */
export type AppSecret = Resource<{ generation: number; created_at: string; expires_at: string | null }>;

type OwnAppDocument = Document<OwnApp>;
interface SecretMeta {
  secret: string;
  previous_secret_expires_at?: string;
  webhook_secret: string;
  previous_webhook_secret_expires_at?: string;
}
type SecretDocument = Document<OwnApp, SecretMeta>;

/** Kind of app secret: `secrets` authenticate the app, and `webhook_secrets` sign its webhooks. */
export type SecretKind = 'secrets' | 'webhook_secrets';

/** A new app with its secrets. Only the response to the registration contains the secrets. */
export interface NewApp {
  app: OwnApp;
  secret: string;
  webhookSecret: string;
}

const path = '/api/apps';
export const listPath = `${path}?sort=-id`;
export const appsKey = ['apps'] as const;

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

export async function registerApp(attributes: AppAttributes): Promise<NewApp> {
  const { data, meta } = await authDocument<SecretDocument>(path, {
    method: 'POST',
    data: { type: 'apps', attributes },
  });
  return { app: data, secret: meta!.secret, webhookSecret: meta!.webhook_secret };
}

/** Updates an app with the loaded ETag. Throws a 412 problem if the app has a newer version. */
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

export async function setIcon(id: string, file: Blob): Promise<KnownApp> {
  return known(
    await askAuth<OwnAppDocument>(`${path}/${id}/icon`, {
      method: 'PUT',
      body: file,
      headers: { 'content-type': file.type },
    }),
  );
}

export async function removeIcon(id: string): Promise<void> {
  await authDocument<undefined>(`${path}/${id}/icon`, { method: 'DELETE' });
}

export async function deleteApp(id: string): Promise<void> {
  await authDocument<undefined>(`${path}/${id}`, { method: 'DELETE' });
}

export interface Rotated {
  secret: string;
  /** Expiry time of the previous secret. Undefined without a previous secret. */
  previousEnds: string | undefined;
}

/** Rotates an app secret. Only this response contains the new secret. */
export async function rotateSecret(id: string, kind: SecretKind): Promise<Rotated> {
  const { meta } = await authDocument<SecretDocument>(`${path}/${id}/${kind}`, { method: 'POST' });
  return kind === 'secrets'
    ? { secret: meta!.secret, previousEnds: meta!.previous_secret_expires_at }
    : { secret: meta!.webhook_secret, previousEnds: meta!.previous_webhook_secret_expires_at };
}

export function useSecrets(id: string, kind: SecretKind) {
  return useQuery({
    queryKey: [...appsKey, id, kind],
    queryFn: async ({ signal }) =>
      (await authPage<AppSecret>(`${path}/${id}/${kind}?sort=-id`, { signal })).data,
  });
}

export function useInstalledShops(id: string) {
  type Statistics = Document<Resource<{ installed_shops: number }>>;
  return useQuery({
    queryKey: [...appsKey, id, 'statistics'],
    queryFn: async ({ signal }) =>
      (await authDocument<Statistics>(`/api/app_statistics/${id}`, { signal })).data.attributes
        .installed_shops,
  });
}

function known({ document, headers }: { document: OwnAppDocument; headers: Headers }): KnownApp {
  return { app: document.data, etag: headers.get('etag') ?? '' };
}
