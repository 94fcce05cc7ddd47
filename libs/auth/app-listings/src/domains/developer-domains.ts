import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type AuditKind, recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import {
  type DocumentRow,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { lockPerson, objectLimitReached } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import type { TargetPolicy } from '@storewright/webhooks';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DeveloperDomain } from './developer-domain.entity';
import { type CreateDeveloperDomain, isLoopbackDomain } from './domain-input';
import { DomainProof, fileUrl, LISTING_TARGETS, proofOf, recordName } from './domain-proof';
import { type CheckResult, stateAfter } from './domain-state';

export const MAX_DOMAINS_OF_PERSON = 1;
/** Number of random bytes in the verification token of a developer's domain. */
const TOKEN_BYTES = 24;

const columns = [
  ...(['id', 'owner_id', 'domain', 'token', 'status', 'problem'] as const),
  ...(['proved_at', 'checked_at', 'created_at'] as const),
];

/** Request and session of the person who verifies a domain, for the audit log. */
type Checker = Pick<SignedInOwner, 'request_id' | 'session_id'>;

/** Domains of app developers. A developer can read only their own domain. */
@Injectable()
export class DeveloperDomains {
  private readonly log = new Logger('developer-domains');

  constructor(
    private readonly database: AuthDatabase,
    private readonly proof: DomainProof,
    @InjectRepository(DeveloperDomain, 'auth') private readonly domains: Repository<DeveloperDomain>,
    @Inject(LISTING_TARGETS) private readonly policy: TargetPolicy,
  ) {}

  async list({ id: owner_id }: SignedInOwner, query: ListQuery): Promise<Page> {
    const own = selectColumns(this.domains.createQueryBuilder('d'), columns);
    own.where('d.owner_id = :owner_id', { owner_id });
    const read = listing(own, { id: 'd.id' });
    const page = await readPage((statement) => this.database.query({ owner_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shown(row as unknown as Row<DeveloperDomain>)) };
  }

  async find(owner_id: string, id: string): Promise<DocumentRow> {
    return shown(await this.read(owner_id, id));
  }

  create(
    { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
    { attributes: { domain } }: ParsedResource<CreateDeveloperDomain>,
  ): Promise<DocumentRow> {
    if (isLoopbackDomain(domain) && !this.policy.allowLoopback)
      throw invalidAttribute('domain', 'domain must be a name of the public internet, without a port.');
    return this.database.transaction({ owner_id }, async (transaction) => {
      await lockPerson(transaction, owner_id);
      const domains = transaction.of(this.domains);
      if ((await domains.countBy({ owner_id })) >= MAX_DOMAINS_OF_PERSON)
        throw objectLimitReached(
          MAX_DOMAINS_OF_PERSON,
          'You already have a domain. Delete it before you add another domain.',
        );
      const id = uuidv7();
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      await domains.insert({ id, owner_id, domain, token });
      const kind = 'developer_domains.created';
      await recordAudit(transaction, { kind, owner_id, request_id, token_id, detail: { domain } });
      return shown(await domains.findOneByOrFail({ id }));
    });
  }

  async delete({ id: owner_id, request_id, session_id: token_id }: SignedInOwner, id: string): Promise<void> {
    const { domain } = await this.read(owner_id, id);
    await this.database.transaction({ owner_id }, async (transaction) => {
      const { affected } = await transaction.of(this.domains).delete({ id, owner_id });
      if (!affected) return;
      const kind = 'developer_domains.deleted';
      await recordAudit(transaction, { kind, owner_id, request_id, token_id, detail: { domain } });
    });
  }

  /**
   * Verifies a developer's domain and stores the result. Must not run in a transaction, because the
   * verification sends network requests. `by` is absent if the platform verifies the domain.
   */
  async check(owner_id: string, id: string, by?: Checker): Promise<DocumentRow> {
    const { domain, token } = await this.read(owner_id, id);
    const result = await this.proof.check(domain, token);
    return this.database.transaction({ owner_id }, async (transaction) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const before: Row<DeveloperDomain> | null = await transaction
        .of(this.domains)
        .findOne({ where: { id, owner_id, token }, lock });
      if (!before) throw notFound('developer_domains', id);
      await this.store(transaction, before, result, by);
      return shown(await transaction.of(this.domains).findOneByOrFail({ id }));
    });
  }

  private async store(
    transaction: Transaction,
    before: Row<DeveloperDomain>,
    result: CheckResult,
    by: Checker | undefined,
  ): Promise<void> {
    const { id, owner_id, domain } = before;
    const now = this.database.clock.now();
    const proved_at = before.proved_at === null ? null : Date.parse(before.proved_at);
    const state = stateAfter({ status: before.status, proved_at }, result, now);
    await transaction.of(this.domains).update(
      { id },
      {
        ...{ status: state.status, problem: state.problem, checked_at: timeOf(now) },
        ...{ proved_at: timeOf(state.proved_at), next_check_at: timeOf(state.next_check_at) },
      },
    );
    const kind = changeOf(before.status, state.status);
    if (kind === undefined) return;
    const who = by && { request_id: by.request_id, token_id: by.session_id };
    await recordAudit(transaction, { kind, owner_id, detail: { domain }, ...who });
    this.log.log({ domain: id, status: state.status, problem: state.problem }, 'a domain changed its status');
  }

  private async read(owner_id: string, id: string): Promise<Row<DeveloperDomain>> {
    const domains = this.database.of({ owner_id }, this.domains);
    const domain: Row<DeveloperDomain> | null = isUuid(id) ? await domains.findOneBy({ id, owner_id }) : null;
    if (!domain) throw notFound('developer_domains', id);
    return domain;
  }
}

function changeOf(before: string, after: string): AuditKind | undefined {
  if (before === after) return undefined;
  return after === 'verified' ? 'developer_domains.verified' : 'developer_domains.lost';
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function shown(row: Row<DeveloperDomain>): DocumentRow {
  const { domain, token } = row;
  return {
    ...row,
    record_name: recordName(domain),
    record_value: proofOf(token),
    file_url: fileUrl(domain),
  };
}
