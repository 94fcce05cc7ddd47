import type { Tool } from '@storewright/mcp-tools';
import type { FastifyRequest } from 'fastify';

/**
 * Well-known path of the protected resource metadata. Clients append the path of the resource (RFC 9728
 * §3.1).
 */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Protected resource metadata (RFC 9728 §2). */
export interface ProtectedResource {
  resource: string;
  authorization_servers: readonly string[];
  scopes_supported: readonly string[];
  bearer_methods_supported: readonly string[];
  resource_name: string;
  resource_documentation: string;
}

type Addressed = Pick<FastifyRequest, 'host' | 'protocol'>;

const originOf = ({ protocol, host }: Addressed): string => `${protocol}://${host}`;

/**
 * Returns the protected resource metadata of the MCP endpoint on the request's host, with the scopes of all
 * tools.
 */
export function protectedResource(
  request: Addressed,
  tools: readonly Tool[],
  authUrl: string,
): ProtectedResource {
  return {
    resource: `${originOf(request)}/mcp`,
    authorization_servers: [authUrl],
    scopes_supported: scopesOf(tools),
    bearer_methods_supported: ['header'],
    resource_name: 'Storewright MCP server',
    resource_documentation: `${authUrl}/docs/guides/agents`,
  };
}

/**
 * Adds the URL of the protected resource metadata to a Bearer challenge. Adds the required scopes if the
 * challenge contains no scopes (RFC 9728 §5.1, RFC 6750 §3).
 */
export function withMetadata(challenge: string, request: Addressed, scopes: readonly string[]): string {
  const scope = scopes.length > 0 && !/\bscope="/.test(challenge) ? `, scope="${scopes.join(' ')}"` : '';
  return `${challenge}, resource_metadata="${originOf(request)}${METADATA_PATH}/mcp"${scope}`;
}

/**
 * Returns the scopes that a client without a token should request: the scopes of the called tool, or of all
 * read-only tools.
 */
export function neededScopes(tools: readonly Tool[], called: unknown): string[] {
  const ofTool = scopesOf(tools.filter(({ name }) => name === called));
  return ofTool.length > 0 ? ofTool : scopesOf(tools.filter(({ annotations }) => annotations.readOnlyHint));
}

function scopesOf(tools: readonly Tool[]): string[] {
  return [...new Set(tools.flatMap(({ access }) => access.scopes['OAuthToken'] ?? []))].sort();
}
