/** Query parameters of a list, for code that is not specific to a resource type. */
export interface AnyQuery {
  filter?: Record<string, unknown>;
  sort?: string | readonly string[];
  include?: readonly string[];
  fields?: Record<string, readonly string[] | undefined>;
  page?: { size?: number; after?: string; before?: string; total?: boolean };
}

/** Formats query parameters as `?filter[…]=…`. Returns an empty string if all parameters are absent. */
export function queryString({ filter, sort, include, fields, page }: AnyQuery): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(filter ?? {})) addFilter(all, `filter[${name}]`, value);
  if (sort?.length) all.set('sort', String(sort));
  if (include?.length) all.set('include', String(include));
  for (const [type, names] of Object.entries(fields ?? {}))
    if (names) all.set(`fields[${type}]`, String(names));
  for (const [name, value] of Object.entries(page ?? {}))
    if (value !== undefined) all.set(`page[${name}]`, String(value));
  const text = all.toString();
  return text && `?${text}`;
}

/**
 * Adds a filter parameter to the query string. An object contains operators, such as `{ gte: 5 }`. An array
 * matches any of the array's values. A metadata search is sent as JSON.
 */
function addFilter(all: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (name === 'filter[meta]') all.set(name, JSON.stringify(value));
  else if (value instanceof Date) all.set(name, value.toISOString());
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [operator, compared] of Object.entries(value))
      addFilter(all, `${name}[${operator}]`, compared);
  else all.set(name, Array.isArray(value) ? value.map(member).join() : String(value));
}

/** Escapes commas and backslashes in a value of a comma-separated filter. */
const member = (value: unknown) => String(value).replaceAll(/[\\,]/g, String.raw`\$&`);
