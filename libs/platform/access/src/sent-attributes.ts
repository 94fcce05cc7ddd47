/**
 * Reads the attributes in a request body before the route parses it, with the same rules: the last duplicate
 * name wins, and names that begin with `@` are ignored. Returns an empty object for an invalid body.
 */
export function sentAttributes(body: unknown): Record<string, unknown> {
  try {
    const { data } = JSON.parse(String(body)) as { data: { attributes?: unknown } };
    const { attributes } = data;
    if (typeof attributes !== 'object' || attributes === null) return {};
    return Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('@')));
  } catch {
    return {};
  }
}
