/**
 * A SELECT, INSERT, UPDATE or DELETE within an SQL statement. `tokens` excludes the tokens of nested queries.
 */
interface Query {
  tokens: string[];
}

interface Source {
  table: string;
  alias: string;
}

/**
 * Returns the reason why Citus cannot route the SQL statement to the shard of one shop, or undefined. Every
 * query must compare the shop id of each table with a value, or with the shop id of another table in the same
 * query. If a query uses the shop id of an outer query, Citus sends the statement to all shards. `tables`
 * contains the names of the distributed tables, such as `shop.orders`.
 */
export function outsideOneShard(text: string, tables: ReadonlySet<string>): string | undefined {
  for (const { tokens } of queriesOf(text)) {
    const sources = sourcesOf(tokens, tables);
    const routed = routedAliases(tokens, sources);
    const open = sources.find(({ alias }) => !routed.has(alias));
    if (open) return `${open.table} ${open.alias} is not compared with the shop id as a value`;
  }
  return undefined;
}

const token = /'(?:[^']|'')*'|"[^"]*"|\$\d+|::|\w+|[^\s\w]/g;
const startsQuery = /^(SELECT|WITH|INSERT|UPDATE|DELETE)$/i;
const combinesQueries = /^(UNION|EXCEPT|INTERSECT)$/i;

function queriesOf(text: string): Query[] {
  const tokens = [...text.matchAll(token)].map(([each]) => each.replace(/^"(.*)"$/, '$1'));
  const first: Query = { tokens: [] };
  const queries = [first];
  const open = [first];
  for (const [at, each] of tokens.entries()) {
    const isQuery = startsQuery.test(tokens[at + 1] ?? '');
    if (combinesQueries.test(each) || (each === '(' && isQuery)) {
      const query: Query = { tokens: [] };
      queries.push(query);
      if (each !== '(') open.pop();
      open.push(query);
    } else if (each === '(') open.push(open.at(-1)!);
    else if (each === ')') open.pop();
    else open.at(-1)!.tokens.push(each);
  }
  return queries;
}

/** SQL keywords that can follow a table name that has no alias. */
const notAlias = new RegExp(
  `^(WHERE|ON|JOIN|LEFT|RIGHT|INNER|CROSS|FULL|SET|USING|ORDER|GROUP|LIMIT|OFFSET|FOR|RETURNING)$`,
  'i',
);

/**
 * Returns the distributed tables that a query reads or changes. Omits the target of an INSERT, which has no
 * condition on the shop id.
 */
function sourcesOf(tokens: readonly string[], tables: ReadonlySet<string>): Source[] {
  return tokens.flatMap((schema, at): Source[] => {
    const name = tokens[at + 2];
    if (tokens[at + 1] !== '.' || !tables.has(`${schema}.${name}`)) return [];
    if (/^INTO$/i.test(tokens[at - 1] ?? '')) return [];
    const [next = '', following = ''] = tokens.slice(at + 3);
    const alias = /^AS$/i.test(next) ? following : next;
    return [
      { table: `${schema}.${name}`, alias: /^\w+$/.test(alias) && !notAlias.test(alias) ? alias : name! },
    ];
  });
}

/**
 * Returns the aliases of the tables whose shop id a query compares with a value, directly or through joined
 * tables.
 */
function routedAliases(tokens: readonly string[], sources: readonly Source[]): Set<string> {
  const own = new Set(sources.map(({ alias }) => alias));
  const routed = new Set<string>();
  const pairs: [string, string][] = [];
  for (const [at, each] of tokens.entries()) {
    if (each !== 'shop_id' || tokens[at + 1] !== '=') continue;
    const isQualified = tokens[at - 1] === '.';
    const alias = isQualified ? tokens[at - 2]! : own.size === 1 ? [...own][0]! : '';
    const [value = '', dot, column] = tokens.slice(at + 2);
    if (/^[$']/.test(value)) routed.add(alias);
    else if (dot === '.' && column === 'shop_id' && own.has(alias) && own.has(value))
      pairs.push([alias, value]);
  }
  for (let before = -1; before < routed.size;) {
    before = routed.size;
    for (const pair of pairs)
      if (pair.some((alias) => routed.has(alias))) pair.forEach((alias) => routed.add(alias));
  }
  return routed;
}
