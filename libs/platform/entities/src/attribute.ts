import type { AttributeDescription } from '@storewright/json-api';
import type { EntityClass } from './row';

type AttributeOptions = Omit<AttributeDescription, 'description'>;

const attributes = new WeakMap<object, Map<string, AttributeDescription>>();

/**
 * The column is an attribute of the resource: clients see it. A column without is seen by nobody, so that none is ever exposed by accident. `description`: one
 * plain sentence for developers of clients. What else the description of the API says follows from the column, the DTOs and the filters; `options` are for what does
 * not: the words of an attribute that nobody sends or filters by, what is in JSON, and a column that may be null while clients never see it so.
 */
export function Attribute(description: string, options: AttributeOptions = {}): PropertyDecorator {
  return ({ constructor }, name) => {
    const described = attributes.get(constructor) ?? new Map<string, AttributeDescription>();
    attributes.set(constructor, described.set(String(name), { description, ...options }));
  };
}

/** What is said of a column that clients see; undefined where they do not. */
export function attributeOf(entity: EntityClass, name: string): AttributeDescription | undefined {
  for (let each: unknown = entity; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const described = attributes.get(each)?.get(name);
    if (described) return described;
  }
  return undefined;
}
