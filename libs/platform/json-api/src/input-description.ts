import type { ClassConstructor } from './types';

const descriptions = new WeakMap<object, Map<string, string>>();

/**
 * Describes an input-only attribute in the OpenAPI document. The resource describes attributes that responses
 * also contain.
 */
export function Description(text: string): PropertyDecorator {
  return ({ constructor }, name) => {
    const described = descriptions.get(constructor) ?? new Map<string, string>();
    descriptions.set(constructor, described.set(String(name), text));
  };
}

/** Returns the description of an input-only attribute of a DTO class or its base classes. */
export function inputDescriptionOf(Dto: ClassConstructor, name: string): string | undefined {
  for (let each: unknown = Dto; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const description = descriptions.get(each)?.get(name);
    if (description !== undefined) return description;
  }
  return undefined;
}
