/**
 * The attributes of a document, before the route reads it: parsed as the route parses them, so of a name that is sent twice the last value counts, and `@`-members are left
 * out. Empty if the body is no document.
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
