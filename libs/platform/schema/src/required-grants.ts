import { statementsIn } from './sql-statements';

export interface RequiredGrant {
  privilege: string;
  table: string;
  column: string | null;
}

interface Change {
  verb: 'GRANT' | 'REVOKE';
  grants: RequiredGrant[];
  roles: string[];
}

const CHANGE =
  /^(?<verb>GRANT|REVOKE) (?<privileges>[A-Z]+\b[\s\S]*?) ON (?:TABLE )?(?<tables>(?:auth|shop)\.\w+(?:,\s*\w+\.\w+)*)\s+(?:TO|FROM) (?<roles>\w+(?:,\s*\w+)*)$/;
const PRIVILEGE = /([A-Z]+)(?: \(([^)]+)\))?/g;
const DROPPED = /^DROP (?:TABLE|VIEW) (?:IF EXISTS )?(?<tables>(?:auth|shop)\.\w+(?:,\s*\w+\.\w+)*)/;

/** Returns the table privileges that a role has after the migrations with these SQL texts have run. */
export function grantsAfter(texts: readonly string[], role: string): RequiredGrant[] {
  const held = new Map<string, RequiredGrant>();
  for (const statement of texts.flatMap(statementsIn)) {
    const dropped = listOf(DROPPED.exec(statement)?.groups?.['tables']);
    for (const [key, { table }] of held) if (dropped.includes(table)) held.delete(key);
    const change = changeOf(statement);
    if (!change?.roles.includes(role)) continue;
    for (const grant of change.grants)
      if (change.verb === 'GRANT') held.set(keyOf(grant), grant);
      else held.delete(keyOf(grant));
  }
  return [...held.values()];
}

function changeOf(statement: string): Change | undefined {
  const parts = CHANGE.exec(statement)?.groups;
  if (!parts) return undefined;
  const grants = listOf(parts['tables']).flatMap((table) =>
    [...parts['privileges']!.matchAll(PRIVILEGE)].flatMap(([, privilege, columns]) =>
      (columns ? listOf(columns) : [null]).map((column) => ({ privilege: privilege!, table, column })),
    ),
  );
  return { verb: parts['verb'] as Change['verb'], grants, roles: listOf(parts['roles']) };
}

const listOf = (text = '') => (text === '' ? [] : text.split(/,\s*/));
const keyOf = ({ privilege, table, column }: RequiredGrant) => `${privilege} ${table} ${column}`;
