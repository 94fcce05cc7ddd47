import { roles } from '@storewright/schema';
import type { Client } from 'pg';
import { countStatements, statementsOf } from '../statements';

/**
 * How many messages with a context the worker has sent so far: each begins with it, and is a transaction of one statement or of several that go out together. What
 * it asks each second over all shops has none.
 */
export function messagesOfWorker(client: Client): Promise<number> {
  return statementsOf(client, roles.hooks, '%num_nonnulls(set_config(%');
}

/** Counts them from now on: of connections that are made later. */
export function countMessages(client: Client): Promise<void> {
  return countStatements(client, roles.hooks);
}
