import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, defineStatement, namedValues, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { lockPerson, MAX_PASSKEY_CHALLENGES_OF_PERSON, objectLimitReached } from '@storewright/people';
import type { Repository } from 'typeorm';
import { digestOf } from './client-data';
import { PasskeyChallenge } from './passkey-challenge.entity';

export const CHALLENGE_SECONDS = 5 * 60;

const begin = defineStatement<Pick<Row<PasskeyChallenge>, 'expires_at'>>(
  'passkey-challenge-begin',
  (source) =>
    source
      .createQueryBuilder()
      .insert()
      .into(PasskeyChallenge)
      .values({
        ...namedValues('digest', 'owner_id', 'rp_id'),
        expires_at: () => 'now() + make_interval(secs => :seconds)',
      })
      .returning(['expires_at'])
      .setParameter('seconds', CHALLENGE_SECONDS),
);

const endOf = ([row]: { expires_at: string }[]): string => row!.expires_at;

/** Passkey challenges. A challenge is valid once, on any instance. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(PasskeyChallenge, 'auth') private readonly challenges: Repository<PasskeyChallenge>,
  ) {}

  /**
   * Stores a passkey challenge and returns its expiry time. `owner_id` is the person who registers a passkey,
   * or null for a sign-in.
   */
  async begin(challenge: string, rp_id: string, owner_id: string | null): Promise<string> {
    const digest = digestOf(challenge);
    const values = { digest, owner_id, rp_id };
    const credential = digest.toString('hex');
    if (owner_id === null) return endOf(await this.database.execute({ credential }, begin, values));
    return this.database.transaction({ credential, owner_id }, async (transaction) => {
      await lockPerson(transaction, owner_id);
      await this.checkLimit(transaction, owner_id);
      return endOf(await transaction.execute(begin, values));
    });
  }

  private async checkLimit(transaction: Transaction, owner_id: string): Promise<void> {
    const own = transaction.of(this.challenges).createQueryBuilder('c');
    const pending = await own
      .where('c.owner_id = :owner_id AND c.expires_at > now()', { owner_id })
      .getCount();
    if (pending < MAX_PASSKEY_CHALLENGES_OF_PERSON) return;
    throw objectLimitReached(
      MAX_PASSKEY_CHALLENGES_OF_PERSON,
      `You have ${pending} unfinished passkey registrations. ` +
        `Finish a registration, or wait until the registrations expire after ${CHALLENGE_SECONDS / 60} minutes.`,
    );
  }

  /**
   * Deletes a passkey challenge and returns its RP ID. Returns undefined if the challenge is unknown, used or
   * expired, or belongs to another person.
   */
  take(challenge: string, owner_id: string | null): Promise<string | undefined> {
    const digest = digestOf(challenge);
    return this.database.transaction({ credential: digest.toString('hex') }, async (transaction) => {
      const deletion = transaction.of(this.challenges).createQueryBuilder().delete().where({ digest });
      deletion.andWhere('expires_at > now()');
      if (owner_id === null) deletion.andWhere('owner_id IS NULL');
      else deletion.andWhere('owner_id = :owner_id', { owner_id });
      const { raw } = await deletion.returning('rp_id').execute();
      return (raw as Pick<PasskeyChallenge, 'rp_id'>[])[0]?.rp_id;
    });
  }
}
