import type { ClassConstructor } from './types';

const descriptions = new WeakMap<object, Map<string, string>>();

/**
 * Describes an attribute that only requests contain, for the OpenAPI document. Attributes of responses are
 * described in the resource declaration.
 */
export function Description(text: string): PropertyDecorator {
  return ({ constructor }, name) => {
    const described = descriptions.get(constructor) ?? new Map<string, string>();
    descriptions.set(constructor, described.set(String(name), text));
  };
}

export function inputDescriptionOf(Dto: ClassConstructor, name: string): string | undefined {
  for (let each: unknown = Dto; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    const description = descriptions.get(each)?.get(name);
    if (description !== undefined) return description;
  }
  return undefined;
}
