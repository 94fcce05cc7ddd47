import { Injectable } from '@nestjs/common';
import { AuthDatabase, insertRows } from '@storewright/database';
import { tableOf, TokenIncident } from '@storewright/entities';
import { digestBytes, type PlainToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';

const listeners = new Set<() => void>();

export function onIncident(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Queue of token incidents, such as leaks and expiries, for `IncidentHandler`. */
@Injectable()
export class TokenIncidents {
  constructor(private readonly database: AuthDatabase) {}

  /**
   * Queues reports of leaked tokens without looking up the tokens, so that neither the response nor its
   * duration reveals whether a token is valid.
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
      // Skips a leaked token that is already in the queue.
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
