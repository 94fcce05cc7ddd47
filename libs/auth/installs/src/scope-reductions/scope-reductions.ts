import { Inject, Injectable } from '@nestjs/common';
import { type CredentialUses, requestsRequiring, ScopeUses } from '@storewright/activity';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { AccessToken, App, Installation } from '@storewright/entities';
import {
  type DocumentRow,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
} from '@storewright/json-api';
import type { SignedInMember } from '@storewright/members';
import type { Page } from '@storewright/pages';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ordered } from '../apps/app-input';
import { filtered } from '../list-filters';
import { ISSUER } from '../oauth/issuer';
import { changeInstallation, changeToken, lockInstalled, lockToken, whoOf } from './reducible-credential';
import { removableScopes } from './removable-scopes';
import { ScopeReduction } from './scope-reduction.entity';
import type { CreateScopeReduction } from './scope-reduction.resource';
import { undoInstallation, undoToken } from './undo';

/** Number of days within which a scope reduction can be undone. */
const UNDO_DAYS = 30;

type NewReduction = Omit<ScopeReduction, 'created_at'>;

/** Removes unused or selected scopes from installed apps and access tokens. A member can undo the removal. */
@Injectable()
export class ScopeReductions {
  constructor(
    private readonly database: AuthDatabase,
    private readonly uses: ScopeUses,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const reductions = reductionsOf(shop_id, this.database.of({ shop_id }, ScopeReduction));
    filtered(reductions, query.filters, {
      installation_id: 'r.installation_id::text',
      access_token_id: 'r.access_token_id::text',
    });
    const read = listing(reductions, { id: 'r.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  find(shop_id: string, id: string): Promise<DocumentRow> {
    return find(this.database.of({ shop_id }, ScopeReduction), shop_id, id);
  }

  /**
   * Removes scopes from an installation or access token. The change takes effect on every instance within a
   * second.
   */
  create(
    shop_id: string,
    member: SignedInMember,
    { attributes }: ParsedResource<CreateScopeReduction>,
  ): Promise<DocumentRow> {
    const { installation_id = null, access_token_id = null } = attributes;
    if ((installation_id === null) === (access_token_id === null))
      throw invalidAttribute(
        'installation_id',
        'The app or access token is missing or ambiguous. Send either installation_id or access_token_id.',
      );
    member.membership.require([installation_id === null ? 'access_tokens.post' : 'installations.post']);
    const id = uuidv7();
    return this.database.transaction({ shop_id }, async (transaction) => {
      await forgetOutdated(transaction, shop_id, new Date(this.database.clock.now()));
      const reduce = installation_id === null ? this.reduceToken : this.reduceInstallation;
      const target = { shop_id, id, installation_id, access_token_id };
      await reduce.call(this, transaction, { target, attributes, member });
      return find(transaction.of(ScopeReduction), shop_id, id);
    });
  }

  /**
   * Undoes a scope reduction. Throws if the restored scopes exceed the permissions of the member who makes
   * the change.
   */
  undo(shop_id: string, member: SignedInMember, id: string): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const reductions = transaction.of(ScopeReduction);
      const reduction = isUuid(id) ? await reductions.findOneBy({ shop_id, id }) : null;
      if (!reduction || this.isOutdated(reduction)) throw notFound('scope_reductions', id);
      const { installation_id } = reduction;
      member.membership.require([installation_id === null ? 'access_tokens.post' : 'installations.post']);
      if (installation_id === null) await undoToken(transaction, reduction, member);
      else await undoInstallation(transaction, reduction, { member, issuer: this.issuer });
    });
  }

  private async reduceInstallation(transaction: Transaction, reduction: Reduction): Promise<void> {
    const { target, member } = reduction;
    const installation = await lockInstalled(transaction, target);
    if (!installation)
      throw invalidAttribute('installation_id', 'No installed app has this installation_id.');
    const { app_id } = installation;
    const { removed_scopes: dropped, remaining_scopes } = await this.store(transaction, reduction);
    const scopes = ordered(remaining_scopes);
    await changeInstallation(transaction, installation, { scopes, change: 'reduced', issuer: this.issuer });
    await recordAudit(transaction, {
      kind: 'installations.scopes_withdrawn',
      detail: { installation_id: installation.id, scopes, dropped },
      ...{ shop_id: target.shop_id, app_id, ...whoOf(member) },
    });
  }

  private async reduceToken(transaction: Transaction, reduction: Reduction): Promise<void> {
    const { target, member } = reduction;
    const token = await lockToken(transaction, target);
    if (!token) throw invalidAttribute('access_token_id', 'No active access token has this id.');
    const { id: access_token_id, name, scopes: before } = token;
    const { removed_scopes: dropped, remaining_scopes: scopes } = await this.store(transaction, {
      ...reduction,
      had_all_scopes: before === null,
    });
    await changeToken(transaction, token, { scopes, change: 'reduced' });
    await recordAudit(transaction, {
      kind: 'access_tokens.changed',
      detail: { access_token_id, name, scopes, added: [], dropped },
      ...{ shop_id: target.shop_id, ...whoOf(member) },
    });
  }

  /**
   * Stores a scope reduction. The removed scopes depend on the scope uses of the locked installation or
   * access token.
   */
  private async store(
    transaction: Transaction,
    { target, attributes, had_all_scopes = false }: Reduction,
  ): Promise<NewReduction> {
    const { shop_id, installation_id, access_token_id } = target;
    const uses = await this.uses.findIn(transaction, shop_id, (installation_id ?? access_token_id)!);
    if (!uses) throw invalidAttribute('access_token_id', 'No active access token has this id.');
    const removed_scopes = removableScopes(uses, attributes);
    const stored = {
      ...target,
      ...{ removed_scopes, remaining_scopes: without(uses, removed_scopes), had_all_scopes },
      unused_days: attributes.unused_days ?? null,
      refused_requests_30_days: requestsRequiring(uses, removed_scopes),
    };
    await transaction.of(ScopeReduction).insert(stored);
    return stored;
  }

  private isOutdated({ created_at }: ScopeReduction): boolean {
    return Date.parse(created_at) < this.database.clock.now() - UNDO_DAYS * 86_400_000;
  }
}

interface Reduction {
  target: Pick<ScopeReduction, 'shop_id' | 'id' | 'installation_id' | 'access_token_id'>;
  attributes: CreateScopeReduction;
  member: SignedInMember;
  had_all_scopes?: boolean;
}

function without({ uses }: CredentialUses, removed: readonly string[]): string[] {
  return uses
    .map(({ scope }) => scope)
    .filter((scope) => !removed.includes(scope))
    .sort();
}

/** Deletes the shop's scope reductions whose undo period has ended. */
async function forgetOutdated(transaction: Transaction, shop_id: string, now: Date): Promise<void> {
  await transaction
    .of(ScopeReduction)
    .createQueryBuilder()
    .delete()
    .where(`shop_id = :shop_id AND created_at < least(now(), :now) - interval '${UNDO_DAYS} days'`, {
      shop_id,
      now,
    })
    .execute();
}

function reductionsOf(
  shop_id: string,
  repository: Repository<ScopeReduction>,
): SelectQueryBuilder<ScopeReduction> {
  return selectColumns(repository.createQueryBuilder('r'), [
    ...(['id', 'shop_id', 'installation_id', 'access_token_id', 'removed_scopes'] as const),
    ...(['remaining_scopes', 'unused_days', 'refused_requests_30_days', 'created_at'] as const),
  ])
    .addSelect('coalesce(a.name, t.name)', 'name')
    .addSelect(`r.created_at + interval '${UNDO_DAYS} days'`, 'undo_until')
    .leftJoin(Installation, 'i', 'i.shop_id = r.shop_id AND i.id = r.installation_id')
    .leftJoin(App, 'a', 'a.id = i.app_id')
    .leftJoin(AccessToken, 't', 't.shop_id = r.shop_id AND t.id = r.access_token_id')
    .where(`r.shop_id = :shop_id AND r.created_at > now() - interval '${UNDO_DAYS} days'`, { shop_id });
}

async function find(
  repository: Repository<ScopeReduction>,
  shop_id: string,
  id: string,
): Promise<DocumentRow> {
  const reductions = reductionsOf(shop_id, repository).andWhere('r.id = :id', { id });
  const row = isUuid(id) && (await reductions.getRawOne<DocumentRow>());
  if (!row) throw notFound('scope_reductions', id);
  return row;
}
