import type { Tool } from './tool';

/** Kind and scopes of a token, as the response of `GET /api/token` contains them. */
export interface TokenScopes {
  kind: string;
  scopes: readonly string[];
}

/** Names of OpenAPI security schemes, keyed by the kind of token. */
const SCHEMES: Readonly<Record<string, string>> = {
  access_token: 'AccessToken',
  oauth_token: 'OAuthToken',
};

/**
 * Returns the MCP tools that a token can use. The shop API also checks the scopes of each request that a tool
 * sends.
 */
export function allowedTools(tools: readonly Tool[], { kind, scopes }: TokenScopes): Tool[] {
  const held = new Set(scopes);
  return tools.filter(({ access }) => {
    const required = access.scopes[SCHEMES[kind] ?? ''];
    const hasOne = access.oneOf === undefined || access.oneOf.some((scope) => held.has(scope));
    return required !== undefined && required.every((scope) => held.has(scope)) && hasOne;
  });
}
