import { type HttpClient, type Response, until } from '@storewright/testing';
import type { PanelShop } from './panel';

export interface AppAttributes {
  name: string;
  install_url: string;
  scopes: string[];
  optional_scopes: string[];
  webhook_events: string[];
  webhook_url: string | null;
  require_proof: boolean;
  require_secret: boolean;
  description: string | null;
  privacy_url: string | null;
  support_url: string | null;
}

export interface RegisteredApp {
  id: string;
  secret: string;
  webhookSecret: string;
}

/** Registers an app for the signed-in developer through the API. */
export async function anApp(api: HttpClient, attributes: Partial<AppAttributes>): Promise<RegisteredApp> {
  const data = {
    type: 'apps',
    attributes: {
      name: 'Labels',
      install_url: 'https://labels.example/install',
      scopes: ['meta.collection', 'meta.get'],
      ...attributes,
    },
  };
  const { body } = wanted(201, await api.post('/api/apps', { data }));
  const { secret, webhook_secret } = body.meta as { secret: string; webhook_secret: string };
  return { id: body.data.id as string, secret, webhookSecret: webhook_secret };
}

export async function changeApp(
  api: HttpClient,
  { id }: RegisteredApp,
  attributes: Partial<AppAttributes>,
): Promise<void> {
  wanted(200, await api.patch(`/api/apps/${id}`, { data: { type: 'apps', id, attributes } }));
}

/** Grants the app its scopes through the API and returns the installation nonce. */
export async function install(api: HttpClient, shop: PanelShop, { id }: RegisteredApp): Promise<string> {
  const data = { type: 'installations', attributes: { app_id: id } };
  const { body } = wanted(201, await api.post(`/api/shops/${shop.id}/installations`, { data }));
  return new URL(body.meta.redirect_to as string).searchParams.get('nonce')!;
}

/** Exchanges an installation nonce for an OAuth token without client authentication. */
export async function exchange(api: HttpClient, nonce: string): Promise<string> {
  const { body } = wanted(200, await api.as().get(`/api/oauth_tokens/nonce/${nonce}`));
  return body.data.attributes.token as string;
}

export interface Installation {
  id: string;
  attributes: { app_name: string; scopes: string[]; status: string; nonce_status: string };
}

export async function installations(api: HttpClient, shop: PanelShop): Promise<Installation[]> {
  const { body } = wanted(200, await api.get(`/api/shops/${shop.id}/installations?filter[status]=installed`));
  return body.data as Installation[];
}

/** Waits until the shop API rejects the client's token. */
export async function expectRefused(api: HttpClient, path = '/api/meta'): Promise<void> {
  await until('the token is refused', async () => (await api.get(path)).status === 401);
}

function wanted(status: number, answer: Response): Response {
  if (answer.status !== status) throw new Error(`${answer.status} in place of ${status}: ${answer.text}`);
  return answer;
}
