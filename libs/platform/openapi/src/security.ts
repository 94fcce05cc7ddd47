import type { Access } from '@storewright/access';
import type { JsonSchema } from '@storewright/json-api';

/** Who may send a request: any of these, each with the scopes that the token needs. */
export function securityOf(access: Access): JsonSchema[] {
  switch (access.kind) {
    case 'scope':
      return ofTokens([access.scope, ...(access.also ?? [])]);
    case 'operations':
      return ofTokens([]);
    case 'session':
      return [{ Session: [] }, { SessionCookie: [] }, ...(access.orToken ? ofTokens([access.orToken]) : [])];
    case 'bearer':
      return [{ OAuthToken: [] }];
    case 'client':
      return [{ ClientSecret: [] }, {}];
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
    description: 'A token that the owner of a shop generated, with all scopes or those that the owner chose.',
  },
  OAuthToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'swo_…',
    description: 'The token of an installation, with the scopes that the owner granted.',
  },
  Session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sws_…',
    description: 'The token of a session, from a sign-in.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'storewright_session',
    description:
      'The session of a browser; each write needs X-CSRF-Token as well. Over https the name begins with __Host-.',
  },
  ClientSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'The id of the app and its secret; or client_id and client_secret in the body.',
  },
} as const satisfies Record<string, JsonSchema>;

/** Those of the schemes that the requirements name. */
export function securitySchemes(requirements: readonly JsonSchema[]): Record<string, JsonSchema> {
  const used = new Set(requirements.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
}
