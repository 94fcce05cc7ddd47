import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { recordOfPerson } from '@storewright/audit';
import {
  AuthDatabase,
  defineStatement,
  listing,
  namedValues,
  readPage,
  selectColumns,
  type Transaction,
} from '@storewright/database';
import { AuditEntry, type Row as StoredRow } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { Owner as StoredOwner, type OwnerIdentity, type OwnerWithHash } from '@storewright/people';
import { digestBytes, mintToken, type PlainToken } from '@storewright/tokens';
import { type FindOptionsWhere, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { coarseNetwork, type Origin } from './origin';
import { Session as StoredSession, type SessionKind } from './session.entity';
import { type ListedSession, shownSession } from './session.resource';
import type { ActiveSession } from './signed-in';
import { recentSeconds } from './step-up/step-up-required';
import { deviceNameOf, isProgram } from './user-agent';

/** A session ends this long after the sign-in, whatever happens, in seconds. */
export const sessionLifeSeconds = 24 * 60 * 60;
/** It also ends when nothing was asked for so long, in seconds. */
const idle = 30 * 60;
/** Being seen is written at most this often, in seconds, so that a busy page costs no writes; the idle time is as exact as this. */
const seenEvery = 60;

const alive = (session: string, now = 'now()') =>
  `${session}expires_at > ${now} AND ${session}last_seen_at > ${now} - make_interval(secs => :idle)`;

/** A proof further in the future than this was written by a clock that was wrong; it counts for nothing. In seconds. */
const clockToleranceSeconds = 60;

const isRecent = (session: string) =>
  `${session}kind = 'full' AND ${session}authenticated_at > now() - make_interval(secs => ${recentSeconds}) AND ${session}authenticated_at <= now() + make_interval(secs => ${clockToleranceSeconds})`;

const begin = defineStatement<Pick<StoredRow<StoredSession>, 'id' | 'created_at' | 'expires_at'>>(
  'session-begin',
  (source) =>
    source
      .createQueryBuilder()
      .insert()
      .into(StoredSession)
      .values({
        ...namedValues('id', 'owner_id', 'digest', 'kind', 'user_agent', 'network'),
        expires_at: () => 'now() + make_interval(secs => :life)',
      })
      .returning(['id', 'created_at', 'expires_at'])
      .setParameter('life', sessionLifeSeconds),
);

/** Being asked for keeps a session alive. */
const find = defineStatement<Omit<ActiveSession, 'token'>>('session-find', (source) => {
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
    .addSelect('s.kind', 'kind')
    .addSelect('s.created_at', 'created_at')
    .addSelect('s.expires_at', 'expires_at')
    .addSelect(isRecent('s.'), 'is_recent')
    .innerJoin(StoredOwner, 'o', 'o.id = s.owner_id')
    .where(`s.digest = :digest AND ${alive('s.')}`)
    .setParameters({ idle, seenEvery });
});

/** `by`: what the person signed in with, if it was not a password. `isNewDevice`: the person gets a mail. */
type SignInOrigin = Origin & { by?: string; kind?: SessionKind; isNewDevice?: boolean };

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
    origin: SignInOrigin,
    replaced?: PlainToken,
  ): Promise<ActiveSession | undefined> {
    const { id: owner_id } = owner;
    const { request_id, address, by, browser_language: language } = origin;
    return this.database.transaction({ owner_id }, async (transaction) => {
      if (!(await this.hold(transaction, owner))) return undefined;
      await this.endDead(transaction, owner_id);
      if (replaced) {
        transaction.enter({ credential: replaced.digest });
        await end(transaction, { digest: digestBytes(replaced.digest) });
      }
      const session = await this.begin(transaction, owner, origin);
      const device = await newDeviceOf(transaction, owner_id, origin);
      const detail = {
        ...{ session_id: session.id, address },
        ...(by !== undefined && { by }),
        ...(device !== undefined && { new_device: true, device }),
      };
      await recordOfPerson(transaction, { kind: 'sessions.created', owner_id, detail, request_id, language });
      return session;
    });
  }

  /** A new session with a token of its own. */
  async begin(
    transaction: Transaction,
    { id: owner_id, email }: OwnerIdentity,
    { address, user_agent, kind = 'full' }: Origin & { kind?: SessionKind },
  ): Promise<ActiveSession> {
    const token = mintToken('session');
    const origin = { user_agent, network: coarseNetwork(address) };
    const values = { id: uuidv7(), owner_id, digest: digestBytes(token.digest), kind, ...origin };
    const [row] = await transaction.execute(begin, values);
    return { ...row!, owner_id, email, token, kind, is_recent: kind === 'full' };
  }

  /** The living session of the token; being asked for keeps it alive. */
  async find(token: PlainToken): Promise<ActiveSession | undefined> {
    const { digest } = token;
    const [row] = await this.database.execute({ credential: digest }, find, { digest: digestBytes(digest) });
    return row && { ...row, token };
  }

  /** Those of the person that go on. */
  async list(current: ActiveSession, query: ListQuery): Promise<Page> {
    const { owner_id } = current;
    const read = listing(livingOf(owner_id, this.sessions), { id: 's.id' });
    const page = await readPage((statement) => this.database.query({ owner_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => shownSession(row as unknown as ListedSession, current)) };
  }

  /** One of the person’s. `id`: `current` is that of the request. */
  async show(current: ActiveSession, id: string): Promise<Row> {
    const { owner_id } = current;
    const wanted = id === 'current' ? current.id : id;
    const own = this.database.of({ owner_id }, this.sessions);
    const found = isUuid(wanted) && livingOf(owner_id, own).andWhere('s.id = :id', { id: wanted });
    const row = found && (await found.getRawOne<ListedSession>());
    if (!row) throw notFound('sessions', id);
    return shownSession(row, current);
  }

  /** The person has proved again who they are. */
  async prove({ id, owner_id }: ActiveSession): Promise<void> {
    await this.database.transaction({ owner_id }, (transaction) =>
      transaction.of(this.sessions).update({ id, kind: 'full' }, { authenticated_at: () => 'now()' }),
    );
  }

  async end({ id, owner_id }: ActiveSession): Promise<void> {
    await this.database.transaction({ owner_id }, (transaction) => end(transaction, { id }));
  }

  /** Other sessions of the person, one of them or all. Throws where the one is not there. */
  endOthers(current: ActiveSession, request_id: string, id?: string): Promise<void> {
    const { owner_id } = current;
    if (id !== undefined && !isUuid(id)) throw notFound('sessions', id);
    return this.database.transaction({ owner_id }, async (transaction) => {
      const session_ids = await end(transaction, { owner_id, id: id ?? Not(current.id) });
      if (session_ids.length > 0)
        await recordOfPerson(transaction, {
          kind: 'sessions.ended',
          owner_id,
          detail: { session_ids },
          request_id,
        });
      else if (id !== undefined) throw notFound('sessions', id);
    });
  }

  /** Shared, so that no session begins with a password that is being changed. */
  private hold(transaction: Transaction, { id, password_hash }: OwnerWithHash): Promise<object | null> {
    const lock = { mode: 'pessimistic_read' } as const;
    return transaction.of(this.owners).findOne({ where: { id, password_hash }, lock });
  }

  private async endDead(transaction: Transaction, owner_id: string): Promise<void> {
    const dead = transaction.of(this.sessions).createQueryBuilder().delete().where({ owner_id });
    // A clock of the database that is ahead must not end sessions for good.
    await dead.andWhere(`NOT (${alive('', 'least(now(), :now)')})`, { idle, now: new Date() }).execute();
  }
}

/**
 * Name for the notice about a device that the person has not signed in with before, or undefined for a known device. A
 * browser proves by its cookie that it is known. A program has no cookie, so its name and address identify it.
 */
async function newDeviceOf(
  transaction: Transaction,
  owner_id: string,
  { isNewDevice, user_agent, address }: SignInOrigin,
): Promise<string | undefined> {
  if (isNewDevice !== true) return undefined;
  const device = deviceNameOf(user_agent);
  if (!isProgram(user_agent)) return device;
  const signIns = transaction.of(AuditEntry).createQueryBuilder('e');
  const isKnown = await signIns
    .where(`e.owner_id = :owner_id AND e.shop_id IS NULL AND e.kind = 'sessions.created'`, { owner_id })
    .andWhere('e.detail @> :seen::jsonb', { seen: JSON.stringify({ new_device: true, device, address }) })
    .getExists();
  return isKnown ? undefined : device;
}

function livingOf(owner_id: string, sessions: Repository<StoredSession>): SelectQueryBuilder<StoredSession> {
  const columns = ['id', 'owner_id', 'kind', 'created_at', 'expires_at', 'user_agent', 'network'] as const;
  return selectColumns(sessions.createQueryBuilder('s'), columns)
    .addSelect('s.last_seen_at', 'last_used_at')
    .addSelect(isRecent('s.'), 'is_recent')
    .where('s.owner_id = :owner_id', { owner_id })
    .andWhere(alive('s.'), { idle });
}

/** Ends every session of a person. */
export async function endSessionsOf(transaction: Transaction, owner_id: string): Promise<void> {
  await end(transaction, { owner_id });
}

/** With a session end its tokens (`session_tokens`), on every instance within a second. Returns which there were. */
async function end(transaction: Transaction, where: FindOptionsWhere<StoredSession>): Promise<string[]> {
  const ended = transaction.of(StoredSession).createQueryBuilder().delete().where(where).returning('id');
  const { raw } = (await ended.execute()) as { raw: Pick<StoredSession, 'id'>[] };
  for (const { id } of raw) await announce(transaction, { session_id: id });
  return raw.map(({ id }) => id);
}
