import type { AttributeDescription } from '@storewright/json-api';
import type { EntityClass } from '@storewright/rows';

type AttributeOptions = Omit<AttributeDescription, 'description'>;

const attributes = new WeakMap<object, Map<string, AttributeDescription>>();

/**
 * Makes a column visible to API clients as an attribute. A column without this decorator is hidden.
 * `description` is a noun phrase for client developers. `options` adds facts that no other declaration
 * contains, such as a JSON schema.
 */
export function Attribute(description: string, options: AttributeOptions = {}): PropertyDecorator {
  return ({ constructor }, name) => {
    const described = attributes.get(constructor) ?? new Map<string, AttributeDescription>();
    attributes.set(constructor, described.set(String(name), { description, ...options }));
  };
}

export function attributeOf(entity: EntityClass, name: string): AttributeDescription | undefined {
  for (let each: unknown = entity; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const described = attributes.get(each)?.get(name);
    if (described) return described;
  }
  return undefined;
}
