import { Injectable } from '@nestjs/common';
import { idempotent } from '@storewright/access';
import { insertRows, newId, ShopDatabase } from '@storewright/database';
import { type Row, tableOf } from '@storewright/entities';
import { ApiError, noObjectQuery, type Render, resourceDocument } from '@storewright/json-api';
import { Proposer, type ProposedWrite, ResourceRegistry } from '@storewright/resources';
import { type Action, scopeOf } from '@storewright/scopes';
import { authorOf, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import { type Change, changesOf } from './changes-of';
import { ProposalChange } from './proposal-change.entity';
import { Proposal } from './proposal.entity';
import { proposals } from './proposals.resource';
import { rehearse, versionsOf } from './rehearsal';

/** Time in milliseconds for which members of the shop can approve or decline a proposed write. */
export const DECISION_TIME_MS = 24 * 60 * 60 * 1000;
/** Maximum number of pending proposals per app installation. */
export const MAX_PENDING = 100;
/** Interval in seconds at which clients should poll a pending proposal. */
const RETRY_AFTER_S = 60;

const actions = {
  add: 'post',
  update: 'patch',
  remove: 'delete',
  members: 'patch',
} as const satisfies Record<string, Action>;

/**
 * Takes an advisory lock on the proposals of an app installation. On Citus, the statement runs on the
 * coordinator, because it reads no table.
 */
const lockStatement = {
  name: 'lock-proposals',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text AS locked',
};

@Injectable()
export class StoredProposals extends Proposer {
  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
    private readonly database: ShopDatabase,
  ) {
    super();
  }

  async propose(write: ProposedWrite): Promise<Render> {
    const rows = this.rows.of(write.grant.shop);
    const work = async (tx: ShopTransaction): Promise<Render> => accepted(await this.store(tx, write));
    return write.attempt ? idempotent(rows, write.attempt, work) : rows.transaction(work);
  }

  private async store(tx: ShopTransaction, write: ProposedWrite): Promise<Row<Proposal>> {
    const { grant, method, path, operations, document, base } = write;
    const installation_id = grant.installation_id!;
    await this.checkPending(tx, installation_id);
    const rehearsed = await rehearse(tx, this.registry, operations);
    const types = new Set(operations.map(({ repository }) => repository.resource.type));
    const [only] = rehearsed.length === 1 ? rehearsed : [];
    const versions = versionsOf(rehearsed);
    const row = await tx.repository(Proposal).insert({
      ...{
        id: newId(),
        installation_id,
        status: 'pending',
        method,
        path,
        document,
        base_url: base,
        versions,
      },
      resource_type: types.size === 1 ? [...types][0]! : null,
      resource_id: only && only.operation.op !== 'add' ? only.operation.id : null,
      base_version: only ? versions[0]! : null,
      required_scopes: [
        ...new Set(operations.map(({ op, repository }) => scopeOf(repository.resource.type, actions[op]))),
      ],
      expires_at: new Date(this.database.clock.now() + DECISION_TIME_MS).toISOString(),
      ...{ failure_reason: null, failure_code: null },
      ...{ decided_at: null, decided_by_id: null, decided_by_name: null },
      ...authorOf(tx.shop),
    });
    await insertChanges(tx, row.id, changesOf(rehearsed));
    tx.notify({ kind: 'proposal_created', id: row.id, name: tx.shop.actor?.name ?? '' });
    return row;
  }

  /**
   * Throws 429 if the app installation has too many pending proposals. Locks the installation, so that
   * concurrent requests cannot exceed the limit.
   */
  private async checkPending(tx: ShopTransaction, installation_id: string): Promise<void> {
    await tx.query({ ...lockStatement, values: [`proposals ${tx.shop.id} ${installation_id}`] });
    const where = { installation_id, status: 'pending' } as const;
    const pending = await tx.repository(Proposal).find({ where, select: ['id'], take: MAX_PENDING });
    if (pending.length < MAX_PENDING) return;
    throw new ApiError('too_many_proposals', {
      detail: `The app has ${MAX_PENDING} pending proposals. Retry after a member of the shop has decided.`,
      headers: { 'retry-after': String(RETRY_AFTER_S) },
    });
  }
}

/** Creates the 202 response with the proposal (docs/contract.md §2). */
function accepted(row: Row<Proposal>): Render {
  return ({ origin }) => {
    const path = proposals.pathOf({ ...row });
    const response = resourceDocument(proposals, { ...row }, noObjectQuery)({ origin, path });
    const headers = { ...response.headers, location: origin + path, 'retry-after': String(RETRY_AFTER_S) };
    return { ...response, status: 202, headers };
  };
}

async function insertChanges(
  tx: ShopTransaction,
  proposal_id: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await tx.query(
    insertRows({
      name: 'proposal-changes',
      table: tableOf(ProposalChange),
      same: { shop_id: tx.shop.id, proposal_id },
      each: {
        id: { type: 'uuid', values: changes.map(() => newId()) },
        number: { type: 'integer', values: changes.map((_, at) => at + 1) },
        action: { type: 'text', values: changes.map(({ action }) => action) },
        resource_type: { type: 'text', values: changes.map(({ resource_type }) => resource_type) },
        resource_id: { type: 'uuid', values: changes.map(({ resource_id }) => resource_id) },
        resource_name: { type: 'text', values: changes.map(({ resource_name }) => resource_name) },
        attribute: { type: 'text', values: changes.map(({ attribute }) => attribute) },
        before: { type: 'jsonb', values: changes.map(({ before }) => json(before)) },
        after: { type: 'jsonb', values: changes.map(({ after }) => json(after)) },
      },
    }),
  );
}
