import type { JsonSchema } from '@storewright/json-api';

type Components = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/** Returns the OpenAPI components that `roots` uses, directly or through other components. */
export function usedComponents(components: Components, ...roots: readonly unknown[]): Components {
  const used = new Set<string>();
  const open = [...roots];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const { $ref: reference } = each as { $ref?: unknown };
    if (typeof reference === 'string' && !used.has(reference)) {
      used.add(reference);
      const [kind, name] = reference.slice('#/components/'.length).split('/') as [string, string];
      const component = components[kind]?.[name];
      if (!component) throw new Error(`no component has the reference ${reference}`);
      open.push(component);
    }
    open.push(...Object.values(each).filter((value) => value !== undefined));
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
    ]),
  );
}
