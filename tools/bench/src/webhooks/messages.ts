import { roles } from '@storewright/schema';
import type { Client } from 'pg';
import { countStatements, statementsOf } from '../statements';

/**
 * Returns the number of database round trips of the webhook worker with a shop context. Each round trip is
 * one transaction whose statements are sent together. Polls over all shops have no shop context.
 */
export function messagesOfWorker(client: Client): Promise<number> {
  return statementsOf(client, roles.hooks, '%num_nonnulls(set_config(%');
}

/** Counts the database round trips on connections that are opened afterwards. */
export function countMessages(client: Client): Promise<void> {
  return countStatements(client, roles.hooks);
}
