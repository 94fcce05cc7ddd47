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

/** Seconds within which a person must allow a device sign-in. */
export const DEVICE_CODE_SECONDS = 10 * 60;
/**
 * Initial interval in seconds between polls of a program that waits for its sign-in. Every early poll
 * increases the interval by this value (RFC 8628 §3.5).
 */
export const POLL_SECONDS = 5;

export type PendingDevice = Pick<Row<DeviceAuthorization>, (typeof shown)[number]>;
const shown = [
  ...(['id', 'device_name', 'user_agent', 'address', 'created_at', 'expires_at'] as const),
  ...(['command', 'confirmed_session_id'] as const),
] as const;

type Device = Pick<DeviceAuthorization, 'device_name' | 'user_agent' | 'address'>;

/** A command of a signed-in device that the person must confirm in a browser. */
export interface Confirmation {
  session: Pick<ActiveSession, 'id' | 'owner_id'>;
  command: string | null;
}

/**
 * Result of a poll of a device that waits for its sign-in: an error code of RFC 8628, the new session, or the
 * id of the confirmed session.
 */
export type PollResult = PollError | ActiveSession | ConfirmedDevice;
export type PollError = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token';
export interface ConfirmedDevice {
  confirmed: Pick<ActiveSession, 'id' | 'owner_id'>;
}

interface AllowedDevice extends Pick<DeviceAuthorization, 'device_name'> {
  owner: OwnerWithHash;
}

type Polled = Pick<
  Row<DeviceAuthorization>,
  'id' | 'status' | 'owner_id' | 'confirmed_session_id' | 'device_name'
> & {
  is_over: boolean;
  is_early: boolean;
};

/**
 * Device authorizations (RFC 8628): programs wait until a person allows their sign-in. Device authorizations
 * expire by the clock of the database.
 */
@Injectable()
export class DeviceAuthorizations {
  constructor(
    private readonly database: AuthDatabase,
    private readonly sessions: Sessions,
    @InjectRepository(DeviceAuthorization, 'auth') private readonly devices: Repository<DeviceAuthorization>,
    @InjectRepository(StoredOwner, 'auth') private readonly owners: Repository<StoredOwner>,
  ) {}

  async start(
    device: Device,
    confirmation?: Confirmation,
  ): Promise<{ deviceCode: PlainToken; userCode: string }> {
    const [deviceCode, userCode] = [mintToken('device_code'), mintUserCode()];
    const values = {
      ...{ ...device, id: uuidv7(), poll_seconds: POLL_SECONDS },
      digest: digestBytes(deviceCode.digest),
      user_code_digest: digestBytes(digestOfUserCode(userCode)!),
      expires_at: () => `now() + make_interval(secs => ${DEVICE_CODE_SECONDS})`,
      ...(confirmation && {
        confirmed_session_id: confirmation.session.id,
        confirmed_owner_id: confirmation.session.owner_id,
        command: confirmation.command,
      }),
    };
    await this.database.transaction({ credential: deviceCode.digest }, (transaction) =>
      transaction.of(this.devices).createQueryBuilder().insert().values(values).updateEntity(false).execute(),
    );
    return { deviceCode, userCode };
  }

  /**
   * Returns the pending device authorization with this user code, or undefined. Only the person of the device
   * session can see the confirmation of a command.
   */
  async find(user_code: string, { owner_id }: ActiveSession): Promise<PendingDevice | undefined> {
    const credential = digestOfUserCode(user_code);
    if (!credential) return undefined;
    const query = this.database.of({ credential }, this.devices).createQueryBuilder('d');
    query
      .select(shown.map((name) => `d.${name}`))
      .where(isWaiting('d.'), { ...parametersOf(credential), owner_id });
    return (await query.getOne()) ?? undefined;
  }

  /**
   * Allows a device sign-in or confirms a command of a device. Returns undefined if no device authorization
   * with this user code is pending.
   */
  allow(
    user_code: string,
    { id: session_id, owner_id }: ActiveSession,
    request_id: string,
  ): Promise<PendingDevice | undefined> {
    const decision = { status: 'allowed', owner_id, session_id } as const;
    return this.decide({ user_code, owner_id }, decision, async (transaction, device) => {
      transaction.enter({ owner_id });
      const { device_name, address, command, confirmed_session_id } = device;
      const detail = {
        ...{ device_name, address },
        ...(command !== null && { command }),
        ...(confirmed_session_id !== null && { session_id: confirmed_session_id }),
      };
      const kind = confirmed_session_id === null ? 'devices.allowed' : 'devices.confirmed';
      const who = { owner_id, request_id, token_id: session_id };
      await recordOfPerson(transaction, { kind, detail, ...who });
    });
  }

  deny(user_code: string, { owner_id }: ActiveSession): Promise<PendingDevice | undefined> {
    return this.decide({ user_code, owner_id }, { status: 'denied' });
  }

  /**
   * Handles a poll of a program that waits for its sign-in. The first poll after the decision returns the
   * result and deletes the device authorization.
   */
  async poll(deviceCode: PlainToken, origin: Origin): Promise<PollResult | undefined> {
    const result = await this.database.transaction({ credential: deviceCode.digest }, (transaction) =>
      this.consume(transaction, deviceCode.digest),
    );
    if (result === undefined || typeof result === 'string' || 'confirmed' in result) return result;
    const device = { device_name: result.device_name };
    // No session starts if the password has changed since `consume` read the password hash.
    return this.sessions.start(result.owner, { ...origin, ...device, kind: 'device', by: 'a device code' });
  }

  private async decide(
    { user_code, owner_id }: { user_code: string; owner_id: string },
    decision: Pick<DeviceAuthorization, 'status'> & Partial<DeviceAuthorization>,
    decided?: (transaction: Transaction, device: PendingDevice) => Promise<void>,
  ): Promise<PendingDevice | undefined> {
    const credential = digestOfUserCode(user_code);
    if (!credential) return undefined;
    return this.database.transaction({ credential }, async (transaction) => {
      const update = transaction.of(this.devices).createQueryBuilder().update().set(decision);
      const { raw } = await update
        .where(isWaiting(''), { ...parametersOf(credential), owner_id })
        .returning([...shown])
        .execute();
      const [device] = raw as PendingDevice[];
      if (device) await decided?.(transaction, device);
      return device;
    });
  }

  /**
   * Returns the person who allowed the device sign-in, or the status of the device authorization. If several
   * polls run concurrently, the row lock ensures that only one poll gets the session.
   */
  private async consume(
    transaction: Transaction,
    digest: Digest,
  ): Promise<PollError | ConfirmedDevice | AllowedDevice | undefined> {
    const device = await transaction
      .of(this.devices)
      .createQueryBuilder('d')
      .select(['d.id AS id', 'd.status AS status', 'd.owner_id AS owner_id'])
      .addSelect('d.confirmed_session_id', 'confirmed_session_id')
      .addSelect('d.device_name', 'device_name')
      .addSelect('d.expires_at <= now()', 'is_over')
      .addSelect('d.polled_at > now() - make_interval(secs => d.poll_seconds - 1)', 'is_early')
      .where('d.digest = :digest', { digest: digestBytes(digest) })
      .setLock('pessimistic_write')
      .getRawOne<Polled>();
    if (!device) return undefined;
    if (device.is_over) return 'expired_token';
    if (device.status === 'denied') return 'access_denied';
    if (device.status === 'pending') return this.recordPoll(transaction, device);
    await transaction.of(this.devices).delete({ id: device.id });
    const owner_id = device.owner_id!;
    if (device.confirmed_session_id !== null)
      return { confirmed: { id: device.confirmed_session_id, owner_id } };
    transaction.enter({ owner_id });
    const owner = await transaction.of(this.owners).findOneByOrFail({ id: owner_id });
    return { owner, device_name: device.device_name };
  }

  private async recordPoll(
    transaction: Transaction,
    { id, is_early }: Polled,
  ): Promise<'slow_down' | 'authorization_pending'> {
    const polled = { polled_at: () => 'now()' };
    const slower = { poll_seconds: () => `poll_seconds + ${POLL_SECONDS}` };
    await transaction.of(this.devices).update({ id }, { ...polled, ...(is_early && slower) });
    return is_early ? 'slow_down' : 'authorization_pending';
  }
}

/**
 * SQL condition for a pending device authorization. The confirmation of a command is pending only for the
 * person of the device session.
 */
const isWaiting = (table: string) =>
  `${table}user_code_digest = :user_code_digest AND ${table}status = 'pending' AND ${table}expires_at > now()
  AND (${table}confirmed_owner_id IS NULL OR ${table}confirmed_owner_id = :owner_id)`;

const parametersOf = (credential: Digest) => ({ user_code_digest: digestBytes(credential) });
