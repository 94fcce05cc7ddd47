import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { AuthDatabase, defineStatement, namedValues, type Transaction } from '@storewright/database';
import { Owner as StoredOwner, type Row, Session as StoredSession } from '@storewright/entities';
import { digestBytes, mintToken, type PlainToken } from '@storewright/tokens';
import type { FindOptionsWhere, Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { recordOfPerson } from '../audit/audit-log';
import type { Owner, OwnerWithHash } from '../owners/owners';
import { recentSeconds } from '../step-up/step-up-required';
import type { Session } from './signed-in';

/** A session ends this long after the sign-in, whatever happens, in seconds. */
export const sessionLifeSeconds = 24 * 60 * 60;
/** It also ends when nothing was asked for so long, in seconds. */
const idle = 30 * 60;
/** Being seen is written at most this often, in seconds, so that a busy page costs no writes; the idle time is as exact as this. */
const seenEvery = 60;

const alive = (session: string) =>
  `${session}expires_at > now() AND ${session}last_seen_at > now() - make_interval(secs => :idle)`;

/** Where a request came from, for the audit log. */
export interface Origin {
  request_id: string;
  address: string;
}

const begin = defineStatement<Pick<Row<StoredSession>, 'id' | 'created_at' | 'expires_at'>>(
  'session-begin',
  (source) =>
    source
      .createQueryBuilder()
      .insert()
      .into(StoredSession)
      .values({
        ...namedValues('id', 'owner_id', 'digest'),
        expires_at: () => 'now() + make_interval(secs => :life)',
      })
      .returning(['id', 'created_at', 'expires_at'])
      .setParameter('life', sessionLifeSeconds),
);

/** Being asked for keeps a session alive. */
const find = defineStatement<Omit<Session, 'token'>>('session-find', (source) => {
  const seen = source
    .createQueryBuilder()
    .update(StoredSession)
    .set({ last_seen_at: () => 'now()' })
    .where(`digest = :digest AND ${alive('')} AND last_seen_at < now() - make_interval(secs => :seenEvery)`);
  return source
    .createQueryBuilder(StoredSession, 's')
    .addCommonTableExpression(seen, 'seen')
    .select('s.id', 'id')
    .addSelect('s.owner_id', 'owner_id')
    .addSelect('o.email', 'email')
    .addSelect('s.created_at', 'created_at')
    .addSelect('s.expires_at', 'expires_at')
    .addSelect('s.authenticated_at > now() - make_interval(secs => :recent)', 'is_recent')
    .innerJoin(StoredOwner, 'o', 'o.id = s.owner_id')
    .where(`s.digest = :digest AND ${alive('s.')}`)
    .setParameters({ idle, seenEvery, recent: recentSeconds });
});

/** Sign-in sessions. Their life is measured by the database's clock; only the digest of the token is stored. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredSession, 'auth') private readonly sessions: Repository<StoredSession>,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /**
   * Signs the person in and writes it down. `replaced`: the token of the session that the browser had until now; it ends, whoever's it was.
   * Undefined where the password that was checked is not the person's any more.
   */
  start(
    owner: OwnerWithHash,
    { request_id, address, by }: Origin & { by?: string },
    replaced?: PlainToken,
  ): Promise<Session | undefined> {
    const { id: owner_id } = owner;
    return this.database.transaction({ owner_id }, async (transaction) => {
      if (!(await this.hold(transaction, owner))) return undefined;
      await this.endDead(transaction, owner_id);
      if (replaced) {
        await transaction.enter({ credential: replaced.digest });
        await end(transaction, { digest: digestBytes(replaced.digest) });
      }
      const session = await this.begin(transaction, owner);
      const detail = { session_id: session.id, address, ...(by !== undefined && { by }) };
      await recordOfPerson(transaction, { kind: 'sessions.created', owner_id, detail, request_id });
      return session;
    });
  }

  /** A new session with a token of its own. */
  async begin(transaction: Transaction, { id: owner_id, email }: Owner): Promise<Session> {
    const token = mintToken('session');
    const values = { id: uuidv7(), owner_id, digest: digestBytes(token.digest) };
    const [row] = await transaction.execute(begin, values);
    return { ...row!, owner_id, email, token, is_recent: true };
  }

  /** The living session of the token; being asked for keeps it alive. */
  async find(token: PlainToken): Promise<Session | undefined> {
    const { digest } = token;
    const [row] = await this.database.execute({ credential: digest }, find, { digest: digestBytes(digest) });
    return row && { ...row, token };
  }

  /** The person has proved again who they are. */
  async prove({ id, owner_id }: Session): Promise<void> {
    await this.database.transaction({ owner_id }, (transaction) =>
      transaction.of(this.sessions).update({ id }, { authenticated_at: () => 'now()' }),
    );
  }

  end({ id, owner_id }: Session): Promise<void> {
    return this.database.transaction({ owner_id }, (transaction) => end(transaction, { id }));
  }

  /** Shared, so that no session begins with a password that is being changed. */
  private hold(transaction: Transaction, { id, password_hash }: OwnerWithHash): Promise<object | null> {
    const lock = { mode: 'pessimistic_read' } as const;
    return transaction.of(this.owners).findOne({ where: { id, password_hash }, lock });
  }

  private async endDead(transaction: Transaction, owner_id: string): Promise<void> {
    const dead = transaction.of(this.sessions).createQueryBuilder().delete().where({ owner_id });
    await dead.andWhere(`NOT (${alive('')})`, { idle }).execute();
  }
}

export function endSessionsOf(transaction: Transaction, owner_id: string): Promise<void> {
  return end(transaction, { owner_id });
}

/** With a session end its tokens (`session_tokens`), on every instance within a second. */
async function end(transaction: Transaction, where: FindOptionsWhere<StoredSession>): Promise<void> {
  const ended = transaction.of(StoredSession).createQueryBuilder().delete().where(where).returning('id');
  const { raw } = (await ended.execute()) as { raw: Pick<StoredSession, 'id'>[] };
  for (const { id } of raw) await announce(transaction, { session_id: id });
}
