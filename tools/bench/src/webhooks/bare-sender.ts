import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { rowFormat } from '@storewright/database';
import type { LoggedEvent } from '@storewright/events';
import { bodyOf, eventOf } from '@storewright/webhook-message';
import type { Pool } from 'pg';
import { barePool } from '../bare';

export interface Route {
  shop: { id: string; domain: string };
  port: number;
  /** Range of sequence numbers to send: greater than `above` and at most `through`. */
  above: number;
  through: number;
}

export interface SenderSettings {
  databaseUrl: string;
}

/**
 * Sends webhooks for comparison with the webhook worker. Reads the same events in pages of the same size.
 * Posts the same bodies in order over persistent connections, one request at a time for each receiver. Does
 * not sign, record or check anything, and connects as administrator.
 */
export function runBareSender(): void {
  process.once('message', ({ databaseUrl }: SenderSettings) => {
    const pool = barePool(databaseUrl, rowFormat);
    const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 });
    process.on('message', (routes: Route[]) => {
      for (const route of routes) void deliver(pool, agent, route);
    });
  });
  process.once('disconnect', () => process.exit(0));
}

const read = {
  name: 'events',
  text: `SELECT id, sequence, type, occurred_at, resource, changed FROM shop.events
    WHERE shop_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT 10`,
};

async function deliver(pool: Pool, agent: Agent, { shop, port, above, through }: Route): Promise<void> {
  for (let last = above; last < through;) {
    const { rows } = await pool.query<LoggedEvent>({ ...read, values: [shop.id, last, through] });
    for (const row of rows) {
      last = Number(row.sequence);
      const body = bodyOf(eventOf(row), shop);
      await post(agent, port, body);
    }
  }
}

async function post(agent: Agent, port: number, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request({ host: '127.0.0.1', port, path: '/webhooks', method: 'POST', agent, headers });
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [response] = await responded;
  if (response.statusCode !== 204) throw new Error(`a receiver answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}
