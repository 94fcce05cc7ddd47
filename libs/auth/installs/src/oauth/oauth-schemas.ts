import type { JsonSchema, OperationOptions } from '@storewright/json-api';

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
        'unauthorized_client',
        'server_error',
        'temporarily_unavailable',
      ],
    },
    error_description: text,
  },
  required: ['error', 'error_description'],
};

/** What the endpoints of OAuth take, and their errors (RFC 6749 §5.2). */
export const ofOAuth = {
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

/** RFC 7662 §2.2. */
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
