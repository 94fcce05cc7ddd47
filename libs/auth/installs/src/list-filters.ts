import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Adds the filters that were sent to the query of a list; each names the expression that has to equal its value. */
export function filtered(
  query: SelectQueryBuilder<ObjectLiteral>,
  filters: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(filters))
    query.andWhere(`${expressions[name]!} = :${name}`, { [name]: value });
}
