import type { Tool } from './tool';

export interface TokenScopes {
  kind: string;
  scopes: readonly string[];
}

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
