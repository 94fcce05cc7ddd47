import { getMetadataStorage } from 'class-validator';
import type { ClassConstructor } from './types';

const writableNames = new Map<ClassConstructor | undefined, ReadonlySet<string>>([[undefined, new Set()]]);

/**
 * Returns the attributes that clients can send. These are the properties of a DTO class with a validation
 * decorator.
 */
export function writableOf(Dto: ClassConstructor | undefined): ReadonlySet<string> {
  let names = writableNames.get(Dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(Dto!, '', false, false);
    writableNames.set(Dto, (names = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return names;
}
