import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SEALING_KEYS } from '@storewright/access';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import {
  ApiError,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Owner as StoredOwner } from '@storewright/people';
import { open, seal, type SealingKeys } from '@storewright/tokens';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type Changer, SecurityChanges } from '../security-changes';
import { addressOf, isOneTimeCode, newSecret, stepOf, withoutSpaces } from './one-time-codes';
import { RecoveryCode } from './recovery-code.entity';
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes';
import { TotpDevice } from './totp-device.entity';

type Stored = Row<TotpDevice>;

/** The authenticator app of a person, who has at most one. */
@Injectable()
export class TotpDevices {
  constructor(
    private readonly database: AuthDatabase,
    private readonly changes: SecurityChanges,
    @Inject(SEALING_KEYS) private readonly keys: SealingKeys,
    @InjectRepository(TotpDevice, 'auth') private readonly devices: Repository<TotpDevice>,
  ) {}

  list(owner_id: string, query: ListQuery): Promise<Page> {
    const read = listing(this.shown(owner_id, this.devices), { id: 'd.id' });
    return readPage((statement) => this.database.query({ owner_id }, statement), read, query);
  }

  async find(owner_id: string, id: string): Promise<DocumentRow> {
    const shown = this.shown(owner_id, this.database.of({ owner_id }, this.devices));
    const row = isUuid(id) && (await shown.andWhere('d.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('totp_devices', id);
    return row;
  }

  async isNeeded(owner_id: string): Promise<boolean> {
    const device = await this.database.of({ owner_id }, this.devices).findOneBy({ owner_id });
    return device != null && device.confirmed_at !== null;
  }

  /**
   * Creates a TOTP secret and replaces an unconfirmed secret. Throws if the person already has a confirmed
   * authenticator app.
   */
  enrol({ id: owner_id, email }: Changer): Promise<{ row: DocumentRow; secret: string; address: string }> {
    const secret = newSecret();
    return this.database.transaction({ owner_id }, async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      await transaction.of(StoredOwner).findOne({ where: { id: owner_id }, lock });
      const devices = transaction.of(this.devices);
      const existing = await devices.findOneBy({ owner_id });
      if (existing?.confirmed_at) throw alreadyOn();
      await devices.delete({ owner_id });
      const values = { id: uuidv7(), owner_id, sealed: seal(this.keys, secret) };
      await devices.createQueryBuilder().insert().values(values).updateEntity(false).execute();
      return { row: await this.reread(transaction, owner_id), secret, address: addressOf(secret, email) };
    });
  }

  /**
   * Confirms the first code of an authenticator app, which enables two-factor authentication. Returns the recovery
   * codes.
   */
  confirm(
    changer: Changer,
    id: string,
    code: string,
  ): Promise<{ row: DocumentRow; recoveryCodes: string[] }> {
    const { id: owner_id } = changer;
    return this.changes.make(changer, async (transaction) => {
      const device = await this.lock(transaction, owner_id, id);
      if (device.confirmed_at !== null) throw alreadyOn();
      if (!(await this.useOneTimeCode(transaction, device, code))) throw wrongCode();
      const confirmed = { confirmed_at: () => 'now()' };
      await transaction.of(this.devices).update({ owner_id }, confirmed);
      const recoveryCodes = await replaceRecoveryCodes(transaction, owner_id);
      const row = await this.reread(transaction, owner_id);
      const change = { kind: 'totp_devices.confirmed' } as const;
      return { change, result: { row, recoveryCodes } };
    });
  }

  renewCodes(changer: Changer, id: string): Promise<{ row: DocumentRow; recoveryCodes: string[] }> {
    return this.changes.make(changer, async (transaction) => {
      const device = await this.lock(transaction, changer.id, id);
      if (device.confirmed_at === null) throw notFound('totp_devices', id);
      const recoveryCodes = await replaceRecoveryCodes(transaction, changer.id);
      const change = { kind: 'recovery_codes.created' } as const;
      return { change, result: { row: await this.reread(transaction, changer.id), recoveryCodes } };
    });
  }

  /** Removes the authenticator app of a person, which disables two-factor authentication. */
  turnOff(changer: Changer, id: string): Promise<void> {
    return this.changes.make(changer, async (transaction) => {
      const device = await this.lock(transaction, changer.id, id);
      await transaction.of(this.devices).delete({ id: device.id });
      const change = { kind: 'totp_devices.deleted' } as const;
      return { change: device.confirmed_at === null ? undefined : change, result: undefined };
    });
  }

  /**
   * Uses a TOTP code or a recovery code. Returns false for a wrong or used code. Of concurrent requests with
   * the same code, one succeeds.
   */
  use(changer: Changer, code: string): Promise<boolean> {
    const { id: owner_id } = changer;
    return this.changes.make(changer, async (transaction) => {
      if (isOneTimeCode(code)) {
        const device = await transaction.of(this.devices).findOneBy({ owner_id });
        const isRight = device?.confirmed_at != null && this.useOneTimeCode(transaction, device, code);
        return { result: await isRight };
      }
      const result = await useRecoveryCode(transaction, owner_id, code);
      const change = { kind: 'recovery_codes.used' } as const;
      return { change: result ? change : undefined, result };
    });
  }

  /** Uses a TOTP code under a lock, so that a concurrent request with the same code fails. */
  private async useOneTimeCode(
    transaction: Transaction,
    { owner_id, sealed }: Stored,
    code: string,
  ): Promise<boolean> {
    const clock = transaction.of(this.devices).createQueryBuilder('d').where({ owner_id });
    const read = await clock
      .select('extract(epoch FROM clock_timestamp())', 'now')
      .getRawOne<{ now: string }>();
    const step = stepOf(open(this.keys, sealed), withoutSpaces(code), Number(read!.now));
    if (step === undefined) return false;
    const update = transaction
      .of(this.devices)
      .createQueryBuilder()
      .update({ last_step: String(step) });
    const unusedStep = update.where({ owner_id }).andWhere('coalesce(last_step, 0) < :step', { step });
    return (await unusedStep.execute()).affected === 1;
  }

  private async lock(transaction: Transaction, owner_id: string, id: string): Promise<Stored> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = { id, owner_id };
    const device = isUuid(id) && (await transaction.of(this.devices).findOne({ where, lock }));
    if (!device) throw notFound('totp_devices', id);
    return device;
  }

  private async reread(transaction: Transaction, owner_id: string): Promise<DocumentRow> {
    return (await this.shown(owner_id, transaction.of(this.devices)).getRawOne<DocumentRow>())!;
  }

  private shown(owner_id: string, devices: Repository<TotpDevice>): SelectQueryBuilder<TotpDevice> {
    const left = (codes: SelectQueryBuilder<object>) =>
      codes.select('count(*)::int').from(RecoveryCode, 'c').where('c.owner_id = d.owner_id');
    return selectColumns(devices.createQueryBuilder('d'), ['id', 'confirmed_at', 'created_at'])
      .addSelect(left, 'recovery_codes_left')
      .where('d.owner_id = :owner_id', { owner_id });
  }
}

function alreadyOn(): ApiError {
  return new ApiError('already_exists', {
    detail: 'You already use an authenticator app. Remove it before you add another app.',
  });
}

/** A wrong second-factor code gets 422 instead of 401, because the session is valid. */
function wrongCode(): ApiError {
  return invalidAttribute(
    'code',
    'The code is wrong or has expired. Send the code that the authenticator app shows now.',
  );
}
