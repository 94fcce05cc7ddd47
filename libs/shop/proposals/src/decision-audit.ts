import { type AuthDatabase, defineStatement, namedValues } from '@storewright/database';
import { AuditEntry, type Row } from '@storewright/entities';
import { v7 as uuidv7 } from 'uuid';
import type { Decision } from './decision';
import type { Proposal } from './proposal.entity';

const insert = defineStatement('proposal-audit', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(AuditEntry)
    .values(
      namedValues('id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id', 'actor', 'token_id'),
    ),
);

/**
 * Writes the audit log entry for a decision on a proposed write. The entry names the deciding person and the
 * app.
 */
export async function recordDecision(
  auth: AuthDatabase,
  { grant, request_id }: Pick<Decision, 'grant' | 'request_id'>,
  { shop_id, id, status, method, path, resource_type, resource_id, installation_id, actor_id }: Row<Proposal>,
): Promise<void> {
  const { id: actor, type } = grant.shop.actor!;
  const detail = { proposal_id: id, installation_id, method, path, resource_type, resource_id };
  await auth.execute({ shop_id }, insert, {
    ...{ id: uuidv7(), shop_id, owner_id: type === 'person' ? actor : null, app_id: actor_id, request_id },
    ...{ kind: `proposals.${status}`, detail: JSON.stringify(detail) },
    actor: type === 'access_token' ? null : type,
    token_id: grant.session_id ?? null,
  });
}
