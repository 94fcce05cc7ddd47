/**
 * Returns the attributes in a request body that the route has not parsed yet. As in the route, the last of
 * several members with the same name wins, and names that begin with `@` are ignored. Returns an empty object
 * if the body is invalid.
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
