import type { JsonSchema, OperationOptions } from '@storewright/json-api';
import { CLI_CLIENT, deviceGrantType, MAX_COMMAND_LENGTH, MAX_DEVICE_NAME_LENGTH } from './device-client';

const text = { type: 'string' };
const seconds = { type: 'integer' };

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'string',
      enum: [
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'invalid_scope',
        'invalid_target',
        'unauthorized_client',
        'unsupported_grant_type',
        'authorization_pending',
        'slow_down',
        'access_denied',
        'expired_token',
        'server_error',
        'temporarily_unavailable',
      ],
    },
    error_description: text,
  },
  required: ['error', 'error_description'],
};

/** Request body and errors of all OAuth endpoints (RFC 6749 §5.2). */
export const oauthEndpoint = {
  body: {
    mediaType: 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: { token: text, token_type_hint: text, client_id: text, client_secret: text },
      required: ['token'],
    },
  },
  errorBody: { mediaType: 'application/json', schema: errorSchema },
  errors: ['invalid_credentials', 'rate_limited', 'payload_too_large', 'unsupported_media_type'],
} satisfies OperationOptions;

/** JSON Schema of token requests (RFC 6749 §4.1.3, §4.4.2; RFC 7636 §4.5; RFC 8628 §3.4). */
export const tokenBody = {
  mediaType: oauthEndpoint.body.mediaType,
  schema: {
    type: 'object',
    properties: {
      grant_type: { enum: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrantType] },
      code: {
        ...text,
        description: 'Authorization code that the install URL received. Required for `authorization_code`.',
      },
      shop: {
        ...text,
        description: 'Domain of a shop that has installed the app. Required for `client_credentials`.',
      },
      scope: {
        ...text,
        description:
          'Requested scopes for `client_credentials`, separated by spaces. A scope that was not granted causes ' +
          '`invalid_scope`.',
      },
      device_code: {
        ...text,
        description: 'Device code from POST /oauth/device_authorization. Required for device sign-ins.',
      },
      refresh_token: { ...text, description: 'Latest refresh token. Required for `refresh_token`.' },
      resource: { type: 'string', format: 'uri', description: 'URL of the shop’s MCP server.' },
      code_verifier: { type: 'string', pattern: '^[A-Za-z0-9._~-]{43,128}$' },
      redirect_uri: { type: 'string', format: 'uri' },
      client_id: text,
      client_secret: text,
    },
    required: ['grant_type'],
  },
};

/** JSON Schema of token responses to apps and AI agents (RFC 6749 §5.1). */
const installationTokenSchema: JsonSchema = {
  type: 'object',
  properties: {
    access_token: text,
    token_type: { const: 'Bearer' },
    scope: { type: 'string', description: 'Granted scopes, separated by spaces.' },
    shop_id: { type: 'string', format: 'uuid' },
    base_url: { type: 'string', format: 'uri', description: 'URL of the shop’s API.' },
    expires_in: {
      ...seconds,
      description: 'Lifetime of an agent’s access token in seconds. Absent for an app.',
    },
    refresh_token: { ...text, description: 'Refresh token of an agent. Absent for an app.' },
  },
  required: ['access_token', 'token_type', 'scope', 'shop_id', 'base_url'],
};

const sessionTokenSchema: JsonSchema = {
  type: 'object',
  properties: {
    ...{ access_token: text, refresh_token: text, token_type: { const: 'Bearer' }, expires_in: seconds },
  },
  required: ['access_token', 'refresh_token', 'token_type', 'expires_in'],
  additionalProperties: false,
};

export const tokenSchema: JsonSchema = { oneOf: [installationTokenSchema, sessionTokenSchema] };

/** JSON Schema of device authorization requests (RFC 8628 §3.1). */
export const deviceAuthorizationBody = {
  mediaType: oauthEndpoint.body.mediaType,
  schema: {
    type: 'object',
    properties: {
      client_id: { const: CLI_CLIENT },
      device_name: {
        type: 'string',
        maxLength: MAX_DEVICE_NAME_LENGTH,
        description: 'Device name that is shown to the person who allows the sign-in.',
      },
      shop: { ...text, description: 'Domain of the shop in whose panel the person signs in.' },
      command: {
        type: 'string',
        maxLength: MAX_COMMAND_LENGTH,
        description:
          'Command that the person must confirm. Requires the session token of a device as bearer token.',
      },
    },
    required: ['client_id'],
  },
};

/** JSON Schema of device authorization responses (RFC 8628 §3.2). */
export const deviceAuthorizationSchema: JsonSchema = {
  type: 'object',
  properties: {
    device_code: text,
    user_code: { type: 'string', pattern: '^[B-Z]{4}-[B-Z]{4}$' },
    verification_uri: { type: 'string', format: 'uri' },
    verification_uri_complete: { type: 'string', format: 'uri' },
    expires_in: seconds,
    interval: seconds,
  },
  required: ['device_code', 'user_code', 'verification_uri', 'expires_in', 'interval'],
};

const strings = { type: 'array', items: text };

/** JSON Schema of authorization server metadata (RFC 8414 §2). */
export const metadataSchema: JsonSchema = {
  type: 'object',
  properties: {
    issuer: { type: 'string', format: 'uri' },
    authorization_endpoint: { type: 'string', format: 'uri' },
    token_endpoint: { type: 'string', format: 'uri' },
    device_authorization_endpoint: { type: 'string', format: 'uri' },
    scopes_supported: strings,
    grant_types_supported: strings,
    code_challenge_methods_supported: strings,
  },
  required: ['issuer', 'authorization_endpoint', 'token_endpoint'],
  additionalProperties: true,
};

/** JSON Schema of introspection responses (RFC 7662 §2.2). */
export const introspectionSchema: JsonSchema = {
  oneOf: [
    {
      type: 'object',
      properties: { active: { const: false } },
      required: ['active'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        active: { const: true },
        scope: text,
        token_type: { const: 'Bearer' },
        sub: { type: 'string', format: 'uuid' },
        shop_id: { type: 'string', format: 'uuid' },
        client_id: { type: 'string', format: 'uuid' },
        iat: seconds,
        exp: seconds,
      },
      required: ['active', 'scope', 'token_type', 'sub', 'shop_id', 'iat'],
    },
  ],
};
