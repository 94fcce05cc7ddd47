import { bindFind, type ShopDatabase } from '@storewright/database';
import { type BigIntText, tableOf } from '@storewright/entities';
import { EventStream } from './event-stream.entity';
import { coordinatorOf, isEpochDue, type LogPlace, logServer } from './log-server';
import { Event } from './event.entity';

const [log, streams] = [tableOf(Event), tableOf(EventStream)];

const statements = {
  /** Citus runs this statement on the node that stores the shop's rows. */
  place: `SELECT server, node, ${logServer} AS here FROM ${streams} WHERE shop_id = $1`,
  waiting: `SELECT id FROM ${log} WHERE shop_id = $1 AND sequence IS NULL ORDER BY occurred_at, id LIMIT $2`,
  number: `UPDATE ${log} e SET sequence = next.sequence, epoch = $4::bigint
    FROM unnest($2::uuid[], $3::bigint[]) AS next (id, sequence) WHERE e.shop_id = $1 AND e.id = next.id`,
  head: `UPDATE ${streams} SET last_sequence = $2, to_serve = to_serve OR $6::boolean, epoch = $3, server = $4,
          node = $5 WHERE shop_id = $1`,
};

/**
 * Assigns sequence numbers to at most `most` events on Citus, with the same effect as `numberEvents` on plain
 * Postgres.
 */
export async function numberInSteps(
  database: ShopDatabase,
  shop_id: string,
  most: number,
): Promise<{ count: number; head: number }> {
  const lock = bindFind(database.statementsOf(EventStream), {
    where: { shop_id },
    select: ['last_sequence', 'epoch'],
    lock: 'update',
  });
  const coordinator = await coordinatorOf(database);
  return database.transaction({ shop_id }, async (transaction) => {
    const [stream] = await transaction.query<{ last_sequence: BigIntText; epoch: BigIntText }>(lock);
    const [place] = await transaction.query<LogPlace>({
      name: 'number-place',
      text: statements.place,
      values: [shop_id],
    });
    const waiting = await transaction.query<{ id: string }>({
      name: 'number-waiting',
      text: statements.waiting,
      values: [shop_id, most],
    });
    const last = Number(stream!.last_sequence);
    const head = last + waiting.length;
    const epoch = epochAfter(Number(stream!.epoch), isEpochDue(place!, coordinator), database.clock.now());
    const ids = waiting.map(({ id }) => id);
    const numbers = ids.map((_, at) => last + at + 1);
    if (ids.length > 0)
      await transaction.query({
        name: 'number-events',
        text: statements.number,
        values: [shop_id, ids, numbers, epoch],
      });
    const values = [shop_id, head, epoch, coordinator, place!.here, ids.length > 0];
    await transaction.query({ name: 'number-head', text: statements.head, values });
    return { count: ids.length, head };
  });
}

function epochAfter(epoch: number, isDue: boolean, now: number): number {
  return isDue ? Math.max(epoch + 1, Math.floor(now)) : epoch;
}
