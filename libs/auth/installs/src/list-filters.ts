import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Adds WHERE conditions for list filters to a query. `expressions` maps the name of a filter to the SQL
 * expression that must equal the filter's value.
 */
export function filtered(
  query: SelectQueryBuilder<ObjectLiteral>,
  filters: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(filters))
    query.andWhere(`${expressions[name]!} = :${name}`, { [name]: value });
}
