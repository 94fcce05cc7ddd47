import type { Installation } from '@storewright/entities';

/**
 * Columns of an installation that are copied to its tokens, because the shop API cannot read installations.
 */
export type TokenRights = Pick<
  Installation,
  'scopes' | 'ask_scopes' | 'allowed_networks' | 'daily_request_limit' | 'daily_write_limit'
>;

export function tokenRights(installation: TokenRights): TokenRights {
  const { scopes, ask_scopes, allowed_networks, daily_request_limit, daily_write_limit } = installation;
  return { scopes, ask_scopes, allowed_networks, daily_request_limit, daily_write_limit };
}

/**
 * Default restrictions of a new installation. Daily limits cap the damage that a misbehaving AI agent can do.
 */
export function initialRights(isAgent: boolean): Omit<TokenRights, 'scopes'> {
  return {
    ask_scopes: [],
    allowed_networks: null,
    daily_request_limit: isAgent ? 10_000 : null,
    daily_write_limit: isAgent ? 1_000 : null,
  };
}
