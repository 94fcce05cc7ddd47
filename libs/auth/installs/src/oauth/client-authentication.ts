import { Inject, Injectable } from '@nestjs/common';
import { credentialsOf as credentialsWith, isUuid } from '@storewright/json-api';
import { sameText } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { AppSecrets } from '../apps/app-secrets';
import { AttemptLimiter } from './attempt-limiter';
import { OAuthError } from './oauth-error';

/**
 * The resource server: the only OAuth client with a secret that is not an app. The resource server can
 * introspect any token.
 */
export interface ResourceServer {
  id: string;
  secret: string;
}
export const RESOURCE_SERVER = Symbol('resource server');

export type Client = { kind: 'app'; app_id: string } | { kind: 'resource_server' };

interface Credentials {
  id: string;
  secret: string;
}

/**
 * Authenticates clients of the OAuth endpoints (RFC 6749 §2.3.1) by HTTP Basic, or by client_id and client_secret in
 * the body. Rejects requests with both.
 */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly secrets: AppSecrets,
    private readonly attempts: AttemptLimiter,
    @Inject(RESOURCE_SERVER) private readonly resourceServer: ResourceServer | undefined,
  ) {}

  async authenticate({ headers, ip }: FastifyRequest, form: ReadonlyMap<string, string>): Promise<Client> {
    const { id, secret } = credentialsOf(headers.authorization, form);
    const server = this.resourceServer;
    if (server && sameText(id, server.id)) {
      this.attempts.checkSecret(ip, id);
      if (sameText(secret, server.secret)) return { kind: 'resource_server' };
    }
    const app_id = id.toLowerCase();
    if (isUuid(app_id) && (await this.secrets.isSecretOf(app_id, secret))) return { kind: 'app', app_id };
    this.attempts.countSecret(ip, id);
    throw new OAuthError('invalid_client', 'The client id is unknown or the client secret is wrong.');
  }
}

function credentialsOf(authorization: string | undefined, form: ReadonlyMap<string, string>): Credentials {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    if (id !== undefined && secret !== undefined) return { id, secret };
    throw new OAuthError(
      'invalid_client',
      'Authenticate with HTTP Basic (app id and secret), or with client_id and client_secret in the body.',
    );
  }
  if (secret !== undefined)
    throw new OAuthError(
      'invalid_request',
      'Send the client id and secret in the Authorization header or in the body, not in both.',
    );
  const basic = fromBasic(authorization);
  if (id !== undefined && id !== basic.id)
    throw new OAuthError('invalid_request', 'client_id in the body differs from the client of the header.');
  return basic;
}

/** Characters of both base64 alphabets of RFC 4648. */
const base64 = /^[A-Za-z0-9+/=_-]+$/;

function fromBasic(authorization: string): Credentials {
  const encoded = credentialsWith(authorization, 'Basic') ?? '';
  const pair = base64.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = pair.indexOf(':');
  const [id, secret] = [pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)];
  try {
    // Client id and secret are form-encoded before they are joined (RFC 6749 §2.3.1).
    if (id && secret) return { id: formDecoded(id), secret: formDecoded(secret) };
  } catch {
    // Invalid percent-encoding is treated as an invalid credential.
  }
  throw new OAuthError(
    'invalid_client',
    'The Authorization header is invalid. Send the app id and secret with HTTP Basic.',
  );
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
