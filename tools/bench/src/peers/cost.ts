import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Stage } from '../stage';

/** What a side has used so far. */
export interface Cost {
  /** ms of processor time of its process, and of the database for it; undefined where the system does not tell. */
  node: number | undefined;
  database: number | undefined;
  statements: number;
}

/** Counts what a role sends from now on, of connections that are made later: what begins and ends a transaction, too. */
export async function countStatements(client: Client, role: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track = 'top'`);
  await client.query(`ALTER ROLE ${role} SET pg_stat_statements.track_utility = 'on'`);
}

export async function costOf(
  stage: Stage,
  { role, node }: { role: string; node: number | undefined },
): Promise<Cost> {
  const text = 'SELECT sum(calls) AS calls FROM pg_stat_statements WHERE userid = $1::regrole';
  const { rows } = await stage.client.query<{ calls: string | null }>(text, [role]);
  return { node, database: await backendsOf(stage.client, role), statements: Number(rows[0]!.calls ?? 0) };
}

/** Of the role's connections; they are kept, so none ends meanwhile. */
async function backendsOf(client: Client, role: string): Promise<number | undefined> {
  if (!existsSync('/proc/self/schedstat')) return undefined;
  const text = 'SELECT pid FROM pg_stat_activity WHERE usename = $1';
  const { rows } = await client.query<{ pid: number }>(text, [role]);
  return rows.reduce((sum, { pid }) => sum + onProcessor(pid), 0);
}

/** ms that all threads of a process have been on a processor (proc(5), schedstat: the first number, in ns). */
export function onProcessor(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const [ns] = readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

export function perRequest(before: Cost, after: Cost, requests: number): Cost {
  const share = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : (other - one) / requests;
  return {
    node: share(before.node, after.node),
    database: share(before.database, after.database),
    statements: (after.statements - before.statements) / requests,
  };
}
