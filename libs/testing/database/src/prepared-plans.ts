import { Client } from 'pg';

/** A node of the output of `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Prepares statements as services do, and returns the plans that they use. */
export class PreparedPlans {
  /** Names of prepared statements by statement text. */
  private readonly names = new Map<string, string>();

  private constructor(readonly client: Client) {}

  /** `options` are the session settings of services. */
  static async connect(connectionString: string, options: string): Promise<PreparedPlans> {
    const client = new Client({ connectionString, options });
    await client.connect();
    return new PreparedPlans(client);
  }

  /**
   * Runs the statement after `before` in one transaction and returns its plan. Each text is prepared once, so
   * a generic plan stays the one of the first run.
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

/** Number of pages that the plan reads, cached or not. */
export function planPages(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
