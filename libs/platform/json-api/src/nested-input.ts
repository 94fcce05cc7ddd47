import { faultsOfDto } from './dto-faults';
import { MAX_VIOLATIONS, shown, type Violations } from './api-error';
import { isObject, pointerBelow } from './request-document';
import { Rule } from './validators';
import type { ClassConstructor } from './types';
import { writableOf } from './writable';

/** DTO classes of the objects within a DTO, keyed by the prototype of the outer DTO and the property name. */
const nested = new WeakMap<object, Map<string, ClassConstructor>>();

/**
 * Validates an attribute that contains a list of `least` to `most` objects of the DTO class `Dto`. Error
 * pointers refer to the invalid object in the list.
 */
export function IsArrayOf(Dto: ClassConstructor, least: number, most: number): PropertyDecorator {
  return (prototype, name) => {
    const known = nested.get(prototype) ?? new Map<string, ClassConstructor>();
    nested.set(prototype, known.set(String(name), Dto));
    const objects = `a list of ${least} to ${most} objects`;
    const schema = { type: 'array', minItems: least, maxItems: most, items: Dto };
    Rule('isArrayOf', (value) => isListOf(value, least, most), objects, schema)(prototype, name);
  };
}

const isListOf = (value: unknown, least: number, most: number) =>
  Array.isArray(value) && value.length >= least && value.length <= most && value.every(isObject);

/**
 * Validates the objects in list attributes of a DTO. `pointer` is the JSON pointer to the attributes of the
 * DTO.
 */
export function checkNested(dto: object, violations: Violations, pointer: string): void {
  for (let each: object | null = dto; each; each = Object.getPrototypeOf(each) as object | null)
    for (const [name, Dto] of nested.get(each) ?? []) {
      const list = (dto as Record<string, unknown>)[name];
      // The property decorator already rejects a value that is not a list of objects.
      if (!Array.isArray(list) || !list.every(isObject)) continue;
      for (const [at, value] of list.entries()) {
        if (violations.isFull) return;
        for (const { code, detail, member } of faultsOf(Dto, value)) {
          const place = `${pointer}/${name}/${at}`;
          const source = { pointer: member === undefined ? place : pointerBelow(place, member) };
          violations.add(code, { detail, source, meta: { attribute: name } });
        }
      }
    }
}

interface Fault {
  code: 'invalid_attribute' | 'unknown_attribute';
  detail: string;
  /** Name of the invalid member. Undefined if the violation concerns the whole object. */
  member?: string;
}

function faultsOf(Dto: ClassConstructor, value: Readonly<Record<string, unknown>>): Fault[] {
  const known = writableOf(Dto);
  const names = [...known].join(', ');
  const unknown = Object.keys(value)
    .filter((name) => !known.has(name))
    .slice(0, MAX_VIOLATIONS);
  const sent = [...known].filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]);
  const object = Object.assign(new Dto(), Object.fromEntries(sent));
  return [
    ...unknown.map((member): Fault => {
      return {
        code: 'unknown_attribute',
        detail: `"${shown(member)}" is not a member of this object. Members: ${names}.`,
        member,
      };
    }),
    ...faultsOfDto(object).map(({ property, constraints = {} }): Fault => {
      const [message] = Object.values(constraints);
      return Object.hasOwn(value, property)
        ? { code: 'invalid_attribute', detail: `${message}.`, member: property }
        : { code: 'invalid_attribute', detail: `"${property}" is required: ${message}.` };
    }),
  ];
}
