import { AuthDatabase, defineStatement } from '@storewright/database';
import { OAuthToken, Shop as StoredShop } from '@storewright/entities';
import type { FailureReason, Proposal } from './proposal.entity';

interface State {
  scopes: string[];
  suspended: boolean;
}

const find = defineStatement<State>('proposer-state', (source) =>
  source
    .createQueryBuilder(OAuthToken, 't')
    .select('t.scopes', 'scopes')
    .addSelect('t.suspended OR s.api_suspended', 'suspended')
    .innerJoin(StoredShop, 's', 's.id = t.shop_id')
    .where('t.shop_id = :shop_id AND t.installation_id = :installation_id AND t.status = :active', {
      active: 'active',
    }),
);

/**
 * Returns the current permission scopes of the app that proposed a write, or the reason why the app can no
 * longer write. Reads the current state without a cache.
 */
export async function proposerState(
  database: AuthDatabase,
  {
    shop_id,
    installation_id,
    required_scopes,
  }: Pick<Proposal, 'shop_id' | 'installation_id' | 'required_scopes'>,
): Promise<{ scopes: ReadonlySet<string> } | { reason: FailureReason }> {
  const [state] = await database.execute({ shop_id }, find, { shop_id, installation_id });
  if (!state) return { reason: 'app_uninstalled' };
  if (state.suspended) return { reason: 'app_suspended' };
  const scopes = new Set(state.scopes);
  return required_scopes.every((scope) => scopes.has(scope)) ? { scopes } : { reason: 'insufficient_scope' };
}
