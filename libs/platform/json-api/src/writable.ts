import { getMetadataStorage } from 'class-validator';
import type { ClassConstructor } from './types';

const writableNames = new Map<ClassConstructor | undefined, ReadonlySet<string>>([[undefined, new Set()]]);

/** Properties of a DTO class with a validation decorator: the attributes that clients can send. */
export function writableOf(Dto: ClassConstructor | undefined): ReadonlySet<string> {
  let names = writableNames.get(Dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(Dto!, '', false, false);
    writableNames.set(Dto, (names = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return names;
}
