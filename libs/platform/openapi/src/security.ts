import type { Access } from '@storewright/access';
import type { JsonSchema } from '@storewright/json-api';

/** Returns the OpenAPI security requirements of a route. A client must meet one of these, with its scopes. */
export function securityOf(access: Access): JsonSchema[] {
  switch (access.kind) {
    case 'scope':
      return ofTokens([access.scope, ...(access.also ?? [])]);
    case 'operations':
    case 'token':
      return ofTokens([]);
    case 'session':
      return [{ Session: [] }, { SessionCookie: [] }, ...(access.orToken ? ofTokens([access.orToken]) : [])];
    case 'bearer':
      return [{ OAuthToken: [] }];
    case 'client':
      return [{ ClientSecret: [] }, access.orToken ? { OAuthToken: [] } : {}];
    case 'form':
      return [{ SessionCookie: [] }];
    case 'public':
      return [];
  }
}

const ofTokens = (scopes: readonly string[]): JsonSchema[] => [
  { AccessToken: scopes },
  { OAuthToken: scopes },
];

const schemes = {
  AccessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'swa_…',
    description: 'A token that the owner of a shop created, with all or selected scopes.',
  },
  OAuthToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'swo_…',
    description: 'The OAuth token of an installation, with the scopes that the owner granted.',
  },
  Session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sws_…',
    description: 'Session token of a signed-in person, returned by the sign-in request.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'storewright_session',
    description:
      'The session cookie of a browser. Writes also require X-CSRF-Token. With https, the name of the ' +
      'cookie begins with __Host-.',
  },
  ClientSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'Id and secret of the app. Clients can also send client_id and client_secret in the body.',
  },
} as const satisfies Record<string, JsonSchema>;

export function securitySchemes(requirements: readonly JsonSchema[]): Record<string, JsonSchema> {
  const used = new Set(requirements.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
}
