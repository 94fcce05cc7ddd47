/**
 * Reads the attributes of a document before the route does, and with the same rules: the last value of a
 * repeated name counts, and `@`-members are ignored. Returns an empty object if the body is not a document.
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
