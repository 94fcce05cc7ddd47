import { roles } from '@storewright/schema';
import type { Client } from 'pg';
import { countStatements, statementsOf } from '../statements';

/**
 * Returns the number of messages with a shop context that the worker has sent. Each message is one
 * transaction, and its statements are sent together. Polls over all shops have no context.
 */
export function messagesOfWorker(client: Client): Promise<number> {
  return statementsOf(client, roles.hooks, '%num_nonnulls(set_config(%');
}

/** Counts messages on connections that open later. */
export function countMessages(client: Client): Promise<void> {
  return countStatements(client, roles.hooks);
}
