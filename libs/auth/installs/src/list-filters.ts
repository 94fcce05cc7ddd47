import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Adds WHERE conditions for list filters to a query. `expressions` maps each filter to the SQL expression that must
 * equal its value.
 */
export function filtered(
  query: SelectQueryBuilder<ObjectLiteral>,
  filters: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(filters))
    query.andWhere(`${expressions[name]!} = :${name}`, { [name]: value });
}
