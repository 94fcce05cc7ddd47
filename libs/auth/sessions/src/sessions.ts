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
import { AuditEntry, type Row } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Owner as StoredOwner, type OwnerIdentity, type OwnerWithHash } from '@storewright/people';
import { digestBytes, mintToken, type PlainToken } from '@storewright/tokens';
import { type FindOptionsWhere, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DeviceRefreshToken } from './device-refresh-token.entity';
import { coarseNetwork, type Origin } from './origin';
import { Session as StoredSession, type SessionKind } from './session.entity';
import { type ListedSession, shownSession } from './session.resource';
import type { ActiveSession } from './signed-in';
import { RECENT_SECONDS } from './step-up/step-up-required';
import { deviceNameOf, isProgram } from './user-agent';

/** Maximum lifetime in seconds of a session. Device sessions have a longer lifetime. */
export const SESSION_LIFE_SECONDS = 24 * 60 * 60;
const DEVICE_SESSION_LIFE_SECONDS = 90 * 24 * 60 * 60;
/**
 * Lifetime in seconds of the session token of a device. A refresh token renews it
 * (docs/adr/device-sign-in.md).
 */
export const DEVICE_TOKEN_LIFE_SECONDS = 60 * 60;
/** Seconds without a request after which a session ends. Does not apply to device sessions. */
const IDLE_SECONDS = 30 * 60;
/**
 * Minimum interval in seconds between updates of `last_seen_at` of a session, which limits database writes.
 * The idle time is accurate to this interval.
 */
const SEEN_INTERVAL_SECONDS = 60;

/**
 * SQL condition for an active session. A device session has no idle time, because its session token expires
 * instead.
 */
const alive = (session: string, now = 'now()') =>
  `${session}expires_at > ${now} AND (${session}token_expires_at IS NOT NULL
    OR ${session}last_seen_at > ${now} - make_interval(secs => :idle))`;
const hasValidToken = (session: string) =>
  `(${session}token_expires_at IS NULL OR ${session}token_expires_at > now())`;

/** Tolerated clock difference in seconds. Proofs of identity further in the future do not count as recent. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * SQL condition for a recent proof of identity. Starting a device session is no proof, because the device can
 * be a different machine than the person's browser.
 */
const isRecent = (session: string) =>
  `(${session}kind = 'full' OR ${session}authenticated_at > ${session}created_at)
  AND ${session}authenticated_at > now() - make_interval(secs => ${RECENT_SECONDS})
  AND ${session}authenticated_at <= now() + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS})`;

/** Lifetimes in seconds for each kind of session, as parameters of an SQL statement. */
const lifetimes: Record<SessionKind, { life: number; tokenLife: number | null }> = {
  full: { life: SESSION_LIFE_SECONDS, tokenLife: null },
  device: { life: DEVICE_SESSION_LIFE_SECONDS, tokenLife: DEVICE_TOKEN_LIFE_SECONDS },
};

const begin = defineStatement<Pick<Row<StoredSession>, 'id' | 'created_at' | 'expires_at'>>(
  'session-begin',
  (source) =>
    source
      .createQueryBuilder()
      .insert()
      .into(StoredSession)
      .values({
        ...namedValues('id', 'owner_id', 'digest', 'kind', 'user_agent', 'network', 'device_name'),
        expires_at: () => 'now() + make_interval(secs => :life)',
        token_expires_at: () => 'now() + make_interval(secs => :tokenLife)',
      })
      .returning(['id', 'created_at', 'expires_at']),
);

/** Finds an active session and updates `last_seen_at`, which extends the idle time. */
const find = defineStatement<Omit<ActiveSession, 'token'>>('session-find', (source) => {
  const seen = source
    .createQueryBuilder()
    .update(StoredSession)
    .set({ last_seen_at: () => 'now()', is_rotation_pending: false })
    .where(`digest = :digest AND ${alive('')} AND ${hasValidToken('')}`)
    .andWhere('(is_rotation_pending OR last_seen_at < now() - make_interval(secs => :seenEvery))');
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
    .where(`s.digest = :digest AND ${alive('s.')} AND ${hasValidToken('s.')}`)
    .setParameters({ idle: IDLE_SECONDS, seenEvery: SEEN_INTERVAL_SECONDS });
});

/** Origin of a session. `device_name` is the device name that the program reported. */
type SessionOrigin = Origin & { kind?: SessionKind; device_name?: string | null };

/**
 * Origin of a sign-in. `by` names the sign-in method unless the person used a password, and `isNewDevice`
 * sends the person an email.
 */
type SignInOrigin = SessionOrigin & { by?: string; isNewDevice?: boolean };

/**
 * Sessions of signed-in people, which end by the clock of the database. The database contains only digests of
 * session tokens.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(StoredSession, 'auth') private readonly sessions: Repository<StoredSession>,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /**
   * Starts a session and writes an audit log entry. Ends the browser's previous session, whose token is
   * `replaced`, even if that session belongs to another person. Returns undefined if a concurrent request
   * changed the password.
   */
  start(
    owner: OwnerWithHash,
    origin: SignInOrigin,
    replaced?: PlainToken,
  ): Promise<ActiveSession | undefined> {
    const { id: owner_id } = owner;
    const { request_id, address, by, browser_language: language } = origin;
    return this.database.transaction({ owner_id }, async (transaction) => {
      if (!(await this.lockOwner(transaction, owner))) return undefined;
      await this.deleteExpired(transaction, owner_id);
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
      const who = { owner_id, request_id, token_id: session.id, language };
      await recordOfPerson(transaction, { kind: 'sessions.created', detail, ...who });
      return session;
    });
  }

  async begin(
    transaction: Transaction,
    { id: owner_id, email }: OwnerIdentity,
    { address, user_agent, kind = 'full', device_name = null }: SessionOrigin,
  ): Promise<ActiveSession> {
    const token = mintToken('session');
    const origin = { user_agent, network: coarseNetwork(address), device_name };
    const values = { id: uuidv7(), owner_id, digest: digestBytes(token.digest), kind, ...origin };
    const [row] = await transaction.execute(begin, { ...values, ...lifetimes[kind] });
    const session = { ...row!, owner_id, email, token, kind, is_recent: kind === 'full' };
    if (kind === 'full') return session;
    const refresh_token = mintToken('refresh_token');
    const digest = digestBytes(refresh_token.digest);
    await transaction.of(DeviceRefreshToken).insert({ digest, session_id: session.id, owner_id });
    return { ...session, refresh_token };
  }

  async find(token: PlainToken): Promise<ActiveSession | undefined> {
    const { digest } = token;
    const [row] = await this.database.execute({ credential: digest }, find, { digest: digestBytes(digest) });
    return row && { ...row, token };
  }

  async list(current: ActiveSession, query: ListQuery, address: string): Promise<Page> {
    const { owner_id } = current;
    const read = listing(activeSessionsOf(owner_id, this.sessions), { id: 's.id' });
    const page = await readPage((statement) => this.database.query({ owner_id }, statement), read, query);
    const rows = page.rows as unknown as ListedSession[];
    return { ...page, rows: rows.map((row) => shownSession(row, current, address)) };
  }

  /**
   * Returns a session of the person. `id` is `current` or the id of the session. Throws if the session does
   * not exist.
   */
  async show(current: ActiveSession, id: string, address: string): Promise<DocumentRow> {
    const { owner_id } = current;
    const wantedId = id === 'current' ? current.id : id;
    const own = this.database.of({ owner_id }, this.sessions);
    const query =
      isUuid(wantedId) && activeSessionsOf(owner_id, own).andWhere('s.id = :id', { id: wantedId });
    const row = query && (await query.getRawOne<ListedSession>());
    if (!row) throw notFound('sessions', id);
    return shownSession(row, current, address);
  }

  /** Stores the current time as the time at which the person last proved their identity. */
  async prove({ id, owner_id }: ActiveSession): Promise<void> {
    await this.database.transaction({ owner_id }, (transaction) =>
      transaction.of(this.sessions).update({ id, kind: 'full' }, { authenticated_at: () => 'now()' }),
    );
  }

  async end({ id, owner_id }: ActiveSession): Promise<void> {
    await this.database.transaction({ owner_id }, (transaction) => end(transaction, { id }));
  }

  /**
   * Ends the session with `id`, or without `id` all sessions of the person except the current one. Throws if
   * the session does not exist.
   */
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
          token_id: current.id,
        });
      else if (id !== undefined) throw notFound('sessions', id);
    });
  }

  /** Takes a shared lock on the person, so that no session starts while the password changes. */
  private lockOwner(transaction: Transaction, { id, password_hash }: OwnerWithHash): Promise<object | null> {
    const lock = { mode: 'pessimistic_read' } as const;
    return transaction.of(this.owners).findOne({ where: { id, password_hash }, lock });
  }

  private async deleteExpired(transaction: Transaction, owner_id: string): Promise<void> {
    const expired = transaction.of(this.sessions).createQueryBuilder().delete().where({ owner_id });
    // Uses the earlier of process time and database time, so that a fast database clock does not delete
    // active sessions.
    await expired
      .andWhere(`NOT (${alive('', 'least(now(), :now)')})`, { idle: IDLE_SECONDS, now: new Date() })
      .execute();
  }
}

/**
 * Returns the device name for the email about a new device, or undefined for a known device. A browser is
 * known by its cookie, and a program by its name and IP address, because programs store no cookies.
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

function activeSessionsOf(
  owner_id: string,
  sessions: Repository<StoredSession>,
): SelectQueryBuilder<StoredSession> {
  const columns = [
    ...(['id', 'owner_id', 'kind', 'created_at', 'expires_at'] as const),
    ...(['user_agent', 'network', 'device_name'] as const),
  ];
  return selectColumns(sessions.createQueryBuilder('s'), columns)
    .addSelect('s.last_seen_at', 'last_used_at')
    .addSelect(isRecent('s.'), 'is_recent')
    .where('s.owner_id = :owner_id', { owner_id })
    .andWhere(alive('s.'), { idle: IDLE_SECONDS });
}

export async function endSessionsOf(transaction: Transaction, owner_id: string): Promise<void> {
  await end(transaction, { owner_id });
}

/**
 * Ends sessions and notifies all instances, which reject the session tokens within a second. Returns the ids
 * of the ended sessions.
 */
async function end(transaction: Transaction, where: FindOptionsWhere<StoredSession>): Promise<string[]> {
  const ended = transaction.of(StoredSession).createQueryBuilder().delete().where(where).returning('id');
  const { raw } = (await ended.execute()) as { raw: Pick<StoredSession, 'id'>[] };
  for (const { id } of raw) await announce(transaction, { session_id: id });
  return raw.map(({ id }) => id);
}
