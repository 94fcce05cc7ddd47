import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SEALING_KEYS } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { invalidAttribute, type DocumentRow } from '@storewright/json-api';
import { Member } from '@storewright/people';
import {
  digestBytes,
  mintToken,
  open,
  parseToken,
  type PlainToken,
  seal,
  type SealingKeys,
} from '@storewright/tokens';
import type { Repository } from 'typeorm';
import { Sessions } from '../sessions';
import type { ActiveSession } from '../signed-in';
import { SessionTransfer } from './session-transfer.entity';

const seconds = 60;

/** Transfers of sessions between the admin panels of two shops (docs/adr/shop-switcher.md). */
@Injectable()
export class SessionTransfers {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
    @Inject(SEALING_KEYS) private readonly keys: SealingKeys,
    @InjectRepository(SessionTransfer, 'auth') private readonly transfers: Repository<SessionTransfer>,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
  ) {}

  /**
   * Starts a session transfer and replaces a pending transfer. Throws if the person is not a member of the
   * target shop.
   */
  async begin(
    { id, owner_id, token: session }: ActiveSession,
    shop_domain: string,
  ): Promise<{ row: DocumentRow; token: PlainToken }> {
    const token = mintToken('session_transfer');
    const values = {
      session_id: id,
      owner_id,
      digest: digestBytes(token.digest),
      shop_domain,
      sealed: seal(this.keys, session.reveal()),
      expires_at: () => `now() + make_interval(secs => ${seconds})`,
    };
    return this.database.transaction({ owner_id }, async (transaction) => {
      const own = transaction.of(this.shops).createQueryBuilder('s');
      own.innerJoin(Member, 'm', 'm.shop_id = s.id AND m.owner_id = :owner_id', { owner_id });
      if (!(await own.where('s.domain = :shop_domain', { shop_domain }).getExists()))
        throw invalidAttribute('shop_domain', 'You are not a member of this shop.');
      const insert = transaction.of(this.transfers).createQueryBuilder().insert().values(values);
      const { raw } = await insert
        .orUpdate(['digest', 'shop_domain', 'sealed', 'expires_at'], ['session_id'])
        .updateEntity(false)
        .returning('expires_at')
        .execute();
      const [{ expires_at }] = raw as [{ expires_at: string }];
      return { row: { id, shop_domain, expires_at }, token };
    });
  }

  /**
   * Uses a session transfer and returns the session and the target shop. Returns undefined if the transfer
   * was used or has expired.
   */
  async use(token: PlainToken): Promise<{ session: ActiveSession; shop_domain: string } | undefined> {
    const { digest } = token;
    const found = await this.database.transaction({ credential: digest }, async (transaction) => {
      const used = transaction.of(this.transfers).createQueryBuilder().delete();
      const { raw } = await used
        .where('digest = :digest AND expires_at > now()', { digest: digestBytes(digest) })
        .returning('shop_domain, sealed')
        .execute();
      return (raw as Pick<SessionTransfer, 'shop_domain' | 'sealed'>[])[0];
    });
    const sessionToken = found && parseToken(open(this.keys, found.sealed));
    const session = sessionToken && (await this.sessions.find(sessionToken));
    return session && { session, shop_domain: found!.shop_domain };
  }
}
