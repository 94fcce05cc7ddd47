import type { Stage } from '../stage';
import { statementsOf } from '../statements';

export interface Cost {
  /**
   * CPU milliseconds of the server process (`node`) and of the database for this server. undefined if /proc
   * is missing.
   */
  node: number | undefined;
  database: number | undefined;
  statements: number;
}

export async function costOf(stage: Stage, role: string, node: number | undefined): Promise<Cost> {
  return { node, database: stage.databaseCpu(role), statements: await statementsOf(stage.client, role) };
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
