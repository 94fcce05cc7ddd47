import type { Tool } from './tool';

/** A token and its scopes, as `GET /api/token` returns them. */
export interface TokenScopes {
  kind: string;
  scopes: readonly string[];
}

/** Names of the security schemes in the OpenAPI document, by the kind of token. */
const SCHEMES: Readonly<Record<string, string>> = {
  access_token: 'AccessToken',
  oauth_token: 'OAuthToken',
};

/** Returns the tools that a token can use. The shop API checks the scopes of each call again. */
export function allowedTools(tools: readonly Tool[], { kind, scopes }: TokenScopes): Tool[] {
  const held = new Set(scopes);
  return tools.filter(({ access }) => {
    const required = access.scopes[SCHEMES[kind] ?? ''];
    const hasOne = access.oneOf === undefined || access.oneOf.some((scope) => held.has(scope));
    return required !== undefined && required.every((scope) => held.has(scope)) && hasOne;
  });
}
