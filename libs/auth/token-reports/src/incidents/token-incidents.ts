import { Injectable } from '@nestjs/common';
import { AuthDatabase, insertRows } from '@storewright/database';
import { tableOf, TokenIncident } from '@storewright/entities';
import { digestBytes, type PlainToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';

/** Listeners that run after this process committed incidents to the queue. */
const listeners = new Set<() => void>();

/** Adds a listener and returns a function that removes it. */
export function onIncident(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The queue of work about tokens. `IncidentHandler` handles it. */
@Injectable()
export class TokenIncidents {
  constructor(private readonly database: AuthDatabase) {}

  /**
   * Queues reports of tokens without a query for them. So neither the response nor its time reveals whether a token is
   * valid.
   */
  async report(tokens: readonly PlainToken[], detail: object, request_id: string): Promise<void> {
    if (tokens.length === 0) return;
    const insert = insertRows({
      name: 'token-reports',
      table: tableOf(TokenIncident),
      same: { kind: 'reported', detail: JSON.stringify(detail), request_id },
      each: {
        id: { type: 'uuid', values: tokens.map(() => uuidv7()) },
        token_kind: { type: 'text', values: tokens.map(({ kind }) => kind) },
        digest: { type: 'bytea', values: tokens.map(({ digest }) => digestBytes(digest)) },
      },
      // A token that is already queued stays queued once.
      conflictColumns: ['kind', 'digest'],
    });
    await this.database.transaction({}, async (transaction) => {
      await transaction.query(insert);
      transaction.onCommit(() => {
        for (const listener of listeners) listener();
      });
    });
  }
}
