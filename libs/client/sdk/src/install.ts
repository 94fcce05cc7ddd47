import { type AppCredentials, basicAuthorization } from './app-credentials';
import type { ResourceDocument } from './joined';
import type { components } from './openapi';
import { type RequestOptions, Transport, type TransportOptions } from './transport';

/** Result of exchanging an install nonce. Store the token before you use it. */
export interface Installation {
  token: string;
  /** Id of the token in `GET {auth_url}/api/oauth_tokens/{id}`. */
  tokenId: string;
  appId: string;
  scopes: string[];
  /** URL of the shop's API for `new Shop({ baseUrl, token })`. */
  baseUrl: string;
  shop: { id: string; domain: string; name: string; title: string; description: string };
}

export interface ExchangeOptions extends TransportOptions, RequestOptions {
  /** URL of the auth API, called `{auth_url}` in the documentation. */
  authUrl: string;
  /**
   * Id and secret of the app. Required for an app with `require_secret`. The exchange of a leaked nonce then
   * fails without the secret.
   */
  app?: AppCredentials;
}

/**
 * Exchanges the nonce in the install URL for the app's OAuth token. Call this function on your server
 * immediately. Until the token is used, a repeated exchange returns the same token. After that, a repeated
 * exchange revokes the token.
 */
export async function exchange(nonce: string, options: ExchangeOptions): Promise<Installation> {
  const proof = options.app ? basicAuthorization(options.app) : {};
  const transport = new Transport(options.authUrl, options, () => Promise.resolve(proof));
  const exchanges = '/api/oauth_tokens/nonce/';
  const [path, shownAs] = [exchanges + encodeURIComponent(nonce), `${exchanges}…`];
  const { document } = await transport.send({ ...options, method: 'GET', path, shownAs });
  const { data, included = [] } = document as ResourceDocument;
  const { id, attributes, meta } = data as unknown as TokenObject;
  const shop = included.find(({ type }) => type === 'shops')!;
  return {
    token: attributes.token,
    tokenId: id,
    appId: attributes.app_id,
    scopes: attributes.scopes,
    baseUrl: meta.base_url,
    shop: { id: shop.id, ...(shop.attributes as Omit<Installation['shop'], 'id'>) },
  };
}

type Attributes = components['schemas']['OwnInstallationAttributes'];

/** Installation of the app that owns the token. */
export type OwnInstallation = { id: string; version: number; baseUrl: string } & Attributes;

/** Returns the app's installation in the shop, with the granted scopes and the time of the installation. */
export async function installation(
  { transport }: { transport: Transport },
  options: RequestOptions = {},
): Promise<OwnInstallation> {
  const { document } = await transport.send({ ...options, method: 'GET', path: '/api/installation' });
  const { id, attributes, meta } = (document as { data: components['schemas']['OwnInstallation'] }).data;
  return { id, ...attributes, version: meta.version, baseUrl: meta.base_url };
}

interface TokenObject {
  id: string;
  attributes: { token: string; app_id: string; scopes: string[] };
  meta: { base_url: string };
}
