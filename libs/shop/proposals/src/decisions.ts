import { Injectable } from '@nestjs/common';
import { checkScopes, type Grant } from '@storewright/access';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import type { Row } from '@storewright/entities';
import {
  ApiError,
  checkPreconditionHeaders,
  type DocumentRow,
  etagOf,
  isUuid,
  notFound,
  readDocument,
} from '@storewright/json-api';
import {
  behindLocks,
  illegalTransition,
  type Operation,
  performOperations,
  readOperations,
  readRefs,
  ResourceRegistry,
} from '@storewright/resources';
import type { Scope } from '@storewright/scopes';
import { type Actor, type RowsOfShop, ShopRows, type ShopTransaction } from '@storewright/tenancy';
import type { Decision } from './decision';
import { recordDecision } from './decision-audit';
import { type FailureReason, Proposal } from './proposal.entity';
import { proposals } from './proposals.resource';
import { proposerState } from './proposer-state';

type End =
  | { status: 'approved'; resource_id?: string | null }
  | { status: 'declined' }
  | { status: 'failed'; failure_reason: FailureReason; failure_code?: string | null };

@Injectable()
export class Decisions {
  constructor(
    private readonly rows: ShopRows,
    private readonly registry: ResourceRegistry,
    private readonly database: ShopDatabase,
    private readonly auth: AuthDatabase,
  ) {}

  /**
   * Approves or declines a proposed write, and returns the proposal. The status of the proposal is failed if
   * the write could not be applied. Throws 403, 404, 409 or 412.
   */
  async decide(decision: Decision): Promise<DocumentRow> {
    const { grant, input } = decision;
    const proposal = await this.find(decision);
    if (input.attributes.status === 'approved') checkApprover(grant);
    checkPending(proposal, decision, this.database.clock.now());
    const rows = this.rowsFor(decision, proposal);
    if (input.attributes.status === 'declined') {
      const ended = await this.end(rows, decision, { status: 'declined' });
      await recordDecision(this.auth, decision, ended);
      return { ...ended };
    }
    checkScopes(grant, proposal.required_scopes as Scope[]);
    const state = await proposerState(this.auth, proposal);
    if ('reason' in state)
      return { ...(await this.end(rows, decision, { status: 'failed', failure_reason: state.reason })) };
    const ended = await this.apply(rows, decision, state.scopes);
    if (ended.status === 'approved') await recordDecision(this.auth, decision, ended);
    return { ...ended };
  }

  private async find({ grant, id }: Decision): Promise<Row<Proposal>> {
    const repository = this.rows.of(grant.shop).repository(Proposal);
    const proposal = isUuid(id) && (await repository.findOne({ where: { id } }));
    if (!proposal) throw notFound('proposals', id);
    return proposal;
  }

  /**
   * Returns database access that writes events with the app as the author and with the person who decided on
   * the proposal.
   */
  private rowsFor({ grant, input }: Decision, { actor_id, actor_name }: Row<Proposal>): RowsOfShop {
    const person = grant.shop.actor?.name ?? '';
    const name = `${actor_name ?? ''} (${input.attributes.status} by ${person})`;
    const actor: Actor | undefined = actor_id === null ? undefined : { type: 'app', id: actor_id, name };
    return this.rows.of({ ...grant.shop, ...(actor && { actor }) });
  }

  /**
   * Applies the proposed write and closes the proposal in one transaction. If the write is rejected, closes
   * the proposal as failed.
   */
  private async apply(
    rows: RowsOfShop,
    decision: Decision,
    scopes: ReadonlySet<string>,
  ): Promise<Row<Proposal>> {
    let added: { operation: Operation; row: DocumentRow }[] = [];
    try {
      const ended = await rows.transaction(async (tx) => {
        const proposal = await this.lockPending(tx, decision);
        const operations = this.operationsOf(proposal, { ...decision.grant, scopes });
        const results = await behindLocks(tx, this.registry, operations, () =>
          performOperations(tx, operations),
        );
        added = operations.flatMap((operation, at) => {
          const row = results[at]?.row;
          return operation.op === 'add' && row ? [{ operation, row }] : [];
        });
        const created = operations.length === 1 ? added[0] : undefined;
        const resource_id = (created?.row['id'] as string | undefined) ?? proposal.resource_id;
        return this.close(tx, decision, proposal, { status: 'approved', resource_id });
      });
      for (const { operation, row } of added) await operation.repository.afterCommit?.(rows, row);
      return ended;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      return this.end(rows, decision, failure);
    }
  }

  /**
   * Parses the stored operations of a proposed write. Each object must still have the version for which the
   * app proposed the operation.
   */
  private operationsOf({ document, base_url: base, versions }: Row<Proposal>, grant: Grant): Operation[] {
    if (document === null) throw new ErasedDocument();
    const refs = readRefs(this.registry, { ...readDocument(Buffer.from(document)), base });
    const pinned = JSON.parse(versions as unknown as string) as (number | null)[];
    return readOperations(refs, grant).map((operation, at) => {
      const version = pinned[at];
      return operation.op === 'add' || version === null ? operation : { ...operation, version };
    });
  }

  private end(rows: RowsOfShop, decision: Decision, end: End): Promise<Row<Proposal>> {
    return rows.transaction(async (tx) =>
      this.close(tx, decision, await this.lockPending(tx, decision), end),
    );
  }

  /** Locks a pending proposal. The later of two concurrent decisions gets 409. */
  private async lockPending(tx: ShopTransaction, decision: Decision): Promise<Row<Proposal>> {
    const { id } = decision;
    const proposal = await tx.repository(Proposal).findOne({ where: { id }, lock: 'no_key_update' });
    if (!proposal) throw notFound('proposals', id);
    checkPending(proposal, decision, this.database.clock.now());
    return proposal;
  }

  private async close(
    tx: ShopTransaction,
    { grant }: Decision,
    proposal: Row<Proposal>,
    end: End,
  ): Promise<Row<Proposal>> {
    const { id, name } = grant.shop.actor!;
    const decided_at = new Date(this.database.clock.now()).toISOString();
    // Clears the content of the proposal after the decision, because the content can contain personal data.
    const who = { decided_at, decided_by_id: id, decided_by_name: name };
    const row = await tx.repository(Proposal).update(proposal, { ...who, ...end, document: null });
    await tx.emit(proposals, end.status, proposal);
    return row!;
  }
}

/** Thrown if a redaction of the customer has erased the operations of a proposed write. */
class ErasedDocument extends Error {}

/**
 * Throws if a token without a person approves the proposal. An app can decline, and thereby withdraw, its own
 * proposals.
 */
function checkApprover({ session_id }: Grant): void {
  if (session_id !== undefined) return;
  throw new ApiError('approver_required', {
    detail: 'Only a person who is signed in to the admin panel can approve a proposal.',
  });
}

function checkPending(
  { status, expires_at, ...row }: Row<Proposal>,
  { input, ifMatch }: Decision,
  now: number,
): void {
  const etag = etagOf({ ...row });
  checkPreconditionHeaders(ifMatch, etag, etag);
  const pointer = `${input.pointer}/attributes/status`;
  const isExpired = status === 'pending' && Date.parse(expires_at) <= now;
  if (status === 'pending' && !isExpired) return;
  const state = isExpired ? 'expired' : status;
  const detail = `The proposal is already ${state}. Only a pending proposal can be approved or declined.`;
  throw illegalTransition('proposals.get', { detail, pointer, allowed: [] });
}

/**
 * Returns the failed state of a proposal if the API rejected the proposed write. Returns undefined if a retry
 * can succeed.
 */
function failureOf(error: unknown): End | undefined {
  if (error instanceof ErasedDocument) return { status: 'failed', failure_reason: 'data_erased' };
  const errors = (error as { errors?: readonly unknown[] }).errors ?? [error];
  const [first] = errors;
  if (!(first instanceof ApiError) || first.status >= 500) return undefined;
  const { code } = first;
  if (code === 'rows_locked') return undefined;
  const failure_reason = code === 'precondition_failed' ? 'version_conflict' : 'write_rejected';
  return { status: 'failed', failure_reason, failure_code: code };
}
