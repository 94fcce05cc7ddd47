import { Client } from 'pg';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Prepares SQL statements as the services do, and returns their query plans. */
export class PreparedPlans {
  private readonly names = new Map<string, string>();

  private constructor(readonly client: Client) {}

  /** Connects to the database. `options` contains the session settings of the services. */
  static async connect(connectionString: string, options: string): Promise<PreparedPlans> {
    const client = new Client({ connectionString, options });
    await client.connect();
    return new PreparedPlans(client);
  }

  /**
   * Runs the statement `before` and then a prepared statement in one transaction. Returns the query plan of
   * the prepared statement. Each SQL text is prepared only once, so a generic plan remains in use after its
   * first run.
   */
  async explain(before: string, { text, values = [] }: { text: string; values?: unknown[] }): Promise<Plan> {
    const name = await this.prepare(text);
    const literals = values.map((value) => this.literal(value));
    const execute = literals.length > 0 ? `${name}(${literals.join()})` : name;
    const results = (await this.client.query(
      `${before}; EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${execute}`,
    )) as unknown as { rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }[];
    return results.at(-1)!.rows[0]!['QUERY PLAN'][0].Plan;
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async prepare(text: string): Promise<string> {
    let name = this.names.get(text);
    if (!name) {
      name = `plan_${this.names.size + 1}`;
      await this.client.query(`PREPARE ${name} AS ${text}`);
      this.names.set(text, name);
    }
    return name;
  }

  private literal(value: unknown): string {
    if (value === null || value === undefined) return 'NULL';
    if (value instanceof Date) return this.client.escapeLiteral(value.toISOString());
    return this.client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value));
  }
}

export function planNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(planNodes)];
}

export function planPages(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
