import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Adds filters to a query. Each filter names the SQL expression that must equal its value. */
export function filtered(
  query: SelectQueryBuilder<ObjectLiteral>,
  filters: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(filters))
    query.andWhere(`${expressions[name]!} = :${name}`, { [name]: value });
}
