import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordOfPerson } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { Owner as StoredOwner, type OwnerWithHash } from '@storewright/people';
import { type Origin, Sessions, type ActiveSession } from '@storewright/sessions';
import { type Digest, digestBytes, mintToken, type PlainToken } from '@storewright/tokens';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { DeviceAuthorization } from './device-authorization.entity';
import { digestOfUserCode, mintUserCode } from './user-code';

/** A person has so long to let a program in, in seconds. */
export const deviceSeconds = 10 * 60;
/** A program asks once in so many seconds at first; each time that it asks too early it is so many more (RFC 8628 §3.5). */
export const pollSeconds = 5;

/** What a person sees of it. */
export type AskingDevice = Pick<
  Row<DeviceAuthorization>,
  'id' | 'device_name' | 'user_agent' | 'address' | 'created_at' | 'expires_at'
>;
const shown = ['id', 'device_name', 'user_agent', 'address', 'created_at', 'expires_at'] as const;

/** What a program is told, or its session. */
export type DeviceAnswer =
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | ActiveSession;

type Polled = Pick<Row<DeviceAuthorization>, 'id' | 'status' | 'owner_id'> & {
  is_over: boolean;
  is_early: boolean;
};

/** Programs that wait for a person to let them in (RFC 8628). Their times are measured by the database's clock. */
@Injectable()
export class DeviceAuthorizations {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
    @InjectRepository(DeviceAuthorization, 'auth') private readonly asking: Repository<DeviceAuthorization>,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  /** `asking`: the name of the device, its program and its address. */
  async begin(
    asking: Pick<DeviceAuthorization, 'device_name' | 'user_agent' | 'address'>,
  ): Promise<{ deviceCode: PlainToken; userCode: string }> {
    const [deviceCode, userCode] = [mintToken('device_code'), mintUserCode()];
    const values = {
      ...{ ...asking, id: uuidv7(), poll_seconds: pollSeconds },
      digest: digestBytes(deviceCode.digest),
      user_code_digest: digestBytes(digestOfUserCode(userCode)!),
      expires_at: () => `now() + make_interval(secs => ${deviceSeconds})`,
    };
    await this.database.transaction({ credential: deviceCode.digest }, (transaction) =>
      transaction.of(this.asking).createQueryBuilder().insert().values(values).updateEntity(false).execute(),
    );
    return { deviceCode, userCode };
  }

  /** The one that waits with this user code; undefined where none does any more. */
  async find(user_code: string): Promise<AskingDevice | undefined> {
    const credential = digestOfUserCode(user_code);
    if (!credential) return undefined;
    const waiting = this.database.of({ credential }, this.asking).createQueryBuilder('d');
    waiting.select(shown.map((name) => `d.${name}`)).where(isWaiting('d.'), asked(credential));
    return (await waiting.getOne()) ?? undefined;
  }

  /** The person lets it in. Undefined where none waits with this user code any more. */
  allow(
    user_code: string,
    { id: session_id, owner_id }: ActiveSession,
    request_id: string,
  ): Promise<AskingDevice | undefined> {
    const decision = { status: 'allowed', owner_id, session_id } as const;
    return this.decide(user_code, decision, async (transaction, { device_name, address }) => {
      transaction.enter({ owner_id });
      const detail = { device_name, address };
      await recordOfPerson(transaction, { kind: 'devices.allowed', owner_id, detail, request_id });
    });
  }

  deny(user_code: string): Promise<AskingDevice | undefined> {
    return this.decide(user_code, { status: 'denied' });
  }

  /** What the program is told. A session it gets once: nothing is left of the authorization then. Undefined where there is no such device code (any more). */
  async poll(deviceCode: PlainToken, origin: Origin): Promise<DeviceAnswer | undefined> {
    const answer = await this.database.transaction({ credential: deviceCode.digest }, (transaction) =>
      this.take(transaction, deviceCode.digest),
    );
    if (answer === undefined || typeof answer === 'string') return answer;
    // The hash of then: no session begins with a password that is being changed.
    return this.sessions.start(answer, { ...origin, kind: 'device', by: 'a device code' });
  }

  private async decide(
    user_code: string,
    decision: Pick<DeviceAuthorization, 'status'> & Partial<DeviceAuthorization>,
    decided?: (transaction: Transaction, device: AskingDevice) => Promise<void>,
  ): Promise<AskingDevice | undefined> {
    const credential = digestOfUserCode(user_code);
    if (!credential) return undefined;
    return this.database.transaction({ credential }, async (transaction) => {
      const update = transaction.of(this.asking).createQueryBuilder().update().set(decision);
      const { raw } = await update
        .where(isWaiting(''), asked(credential))
        .returning([...shown])
        .execute();
      const [device] = raw as AskingDevice[];
      if (device) await decided?.(transaction, device);
      return device;
    });
  }

  /** Whoever allowed it, where somebody did; held, so that of many requests at once one gets the session. */
  private async take(
    transaction: Transaction,
    digest: Digest,
  ): Promise<Exclude<DeviceAnswer, ActiveSession> | OwnerWithHash | undefined> {
    const found = await transaction
      .of(this.asking)
      .createQueryBuilder('d')
      .select(['d.id AS id', 'd.status AS status', 'd.owner_id AS owner_id'])
      .addSelect('d.expires_at <= now()', 'is_over')
      .addSelect('d.polled_at > now() - make_interval(secs => d.poll_seconds - 1)', 'is_early')
      .where('d.digest = :digest', { digest: digestBytes(digest) })
      .setLock('pessimistic_write')
      .getRawOne<Polled>();
    if (!found) return undefined;
    if (found.is_over) return 'expired_token';
    if (found.status === 'denied') return 'access_denied';
    if (found.status === 'pending') return this.wait(transaction, found);
    await transaction.of(this.asking).delete({ id: found.id });
    transaction.enter({ owner_id: found.owner_id! });
    return transaction.of(this.owners).findOneByOrFail({ id: found.owner_id! });
  }

  private async wait(
    transaction: Transaction,
    { id, is_early }: Polled,
  ): Promise<'slow_down' | 'authorization_pending'> {
    const polled = { polled_at: () => 'now()' };
    const slower = { poll_seconds: () => `poll_seconds + ${pollSeconds}` };
    await transaction.of(this.asking).update({ id }, { ...polled, ...(is_early && slower) });
    return is_early ? 'slow_down' : 'authorization_pending';
  }
}

const isWaiting = (table: string) =>
  `${table}user_code_digest = :user_code_digest AND ${table}status = 'pending' AND ${table}expires_at > now()`;

const asked = (credential: Digest) => ({ user_code_digest: digestBytes(credential) });
