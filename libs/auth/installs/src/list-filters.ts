/** Adds the filters that were sent to the `FROM … WHERE …` of a list; each names the expression that has to equal its value. */
export function filtered(
  from: string,
  values: readonly unknown[],
  filters: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): { from: string; values: unknown[] } {
  const all = [...values];
  let text = from;
  for (const [name, value] of Object.entries(filters)) {
    all.push(value);
    text += ` AND ${expressions[name]!} = $${all.length}`;
  }
  return { from: text, values: all };
}
