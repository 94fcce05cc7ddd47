import type { EntityClass } from './row';

const attributes = new WeakMap<object, Set<string>>();

/** The column is an attribute of the resource: clients see it. A column without is seen by nobody, so that none is ever exposed by accident. */
export function Attribute(): PropertyDecorator {
  return ({ constructor }, name) => {
    const names = attributes.get(constructor) ?? new Set();
    attributes.set(constructor, names.add(String(name)));
  };
}

/** Whether clients see the column. */
export function isAttribute(entity: EntityClass, name: string): boolean {
  for (let each: unknown = entity; typeof each === 'function'; each = Object.getPrototypeOf(each))
    if (attributes.get(each)?.has(name)) return true;
  return false;
}
