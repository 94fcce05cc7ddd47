import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { AuditEntry } from '@storewright/entities';
import { AuditChain } from './audit-chain.entity';
import { FIRST_PREVIOUS_HASH, type HashedEntry, type Link } from './audit-hash';
import { AuditHead } from './audit-head.entity';
import { AuditLink } from './audit-link.entity';
import type { ChainEnd, StoredHead } from './chain-verifier';

const PAGE_SIZE = 1_000;
const MAX_SEQUENCE = 2_147_483_647;
/** Maximum number of audit log entries without a place in the hash chain that a verification reports. */
const MAX_UNLINKED = 100;

/** A link of a hash chain with its audit log entry. `entry` is undefined if the entry was deleted. */
export interface LinkedEntry {
  link: Link;
  entry: HashedEntry | undefined;
}

@Injectable()
export class StoredChains {
  constructor(private readonly database: AuthDatabase) {}

  async endOf(shop_id: string): Promise<ChainEnd> {
    const chain = await this.database.of({ shop_id }, AuditChain).findOneBy({ shop_id });
    return chain ? { ...chain, hash: hex(chain.hash) } : { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  }

  async headsOf(shop_id: string): Promise<StoredHead[]> {
    const heads = await this.database
      .of({ shop_id }, AuditHead)
      .find({ where: { shop_id }, order: { sequence: 'ASC' } });
    return heads.map((head) => ({ ...head, hash: hex(head.hash) }));
  }

  /**
   * Yields pages of audit log entries with their links, for sequence numbers above `after` and up to `upTo`.
   */
  async *pages(shop_id: string, after: number, upTo = MAX_SEQUENCE): AsyncGenerator<LinkedEntry[]> {
    let last = after;
    for (;;) {
      const rows = await this.page(shop_id, last, upTo);
      if (rows.length > 0) yield rows.map(linkedEntry);
      if (rows.length < PAGE_SIZE) return;
      last = rows.at(-1)!.sequence;
    }
  }

  async unlinkedOf(shop_id: string): Promise<string[]> {
    const rows = await this.database
      .of({ shop_id }, AuditEntry)
      .createQueryBuilder('e')
      .select('e.id', 'id')
      .leftJoin(AuditLink, 'l', 'l.shop_id = e.shop_id AND l.entry_id = e.id')
      .where('e.shop_id = :shop_id AND l.sequence IS NULL', { shop_id })
      .limit(MAX_UNLINKED)
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  private page(shop_id: string, after: number, upTo: number): Promise<PageRow[]> {
    const select = this.database.of({ shop_id }, AuditLink).createQueryBuilder('l').select([]);
    for (const column of linkColumns) select.addSelect(`l.${column}`, column);
    for (const column of entryColumns) select.addSelect(`e.${column}`, column);
    return select
      .leftJoin(AuditEntry, 'e', 'e.id = l.entry_id')
      .where('l.shop_id = :shop_id AND l.sequence > :after AND l.sequence <= :upTo', { shop_id, after, upTo })
      .orderBy('l.sequence')
      .limit(PAGE_SIZE)
      .getRawMany<PageRow>();
  }
}

const linkColumns = ['sequence', 'entry_id', 'previous_hash', 'hash'] as const;
const entryColumns = [
  ...(['id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id', 'created_at'] as const),
  ...(['actor', 'token_id'] as const),
];

type PageRow = Omit<Link, 'previous_hash' | 'hash'> &
  Record<'previous_hash' | 'hash', Buffer> &
  Omit<HashedEntry, 'id' | 'detail'> & { id: string | null; detail: string };

function linkedEntry({ sequence, entry_id, previous_hash, hash, ...entry }: PageRow): LinkedEntry {
  const link = { sequence, entry_id, previous_hash: hex(previous_hash), hash: hex(hash) };
  const { id, detail } = entry;
  if (id === null) return { link, entry: undefined };
  return { link, entry: { ...entry, id, detail: JSON.parse(detail) as Record<string, unknown> } };
}

const hex = (bytes: Buffer) => bytes.toString('hex');
