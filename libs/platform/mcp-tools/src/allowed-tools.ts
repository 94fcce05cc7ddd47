import type { Tool } from './tool';

/** Kind and scopes of a token, as `GET /api/token` returns them. */
export interface TokenScopes {
  kind: string;
  scopes: readonly string[];
}

/** OpenAPI security scheme names, keyed by kind of token. */
const SCHEMES: Readonly<Record<string, string>> = {
  access_token: 'AccessToken',
  oauth_token: 'OAuthToken',
};

/** Returns the MCP tools that a token can use. The shop API checks the scopes again when a tool is called. */
export function allowedTools(tools: readonly Tool[], { kind, scopes }: TokenScopes): Tool[] {
  const held = new Set(scopes);
  return tools.filter(({ access }) => {
    const required = access.scopes[SCHEMES[kind] ?? ''];
    const hasOne = access.oneOf === undefined || access.oneOf.some((scope) => held.has(scope));
    return required !== undefined && required.every((scope) => held.has(scope)) && hasOne;
  });
}
