import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidationError,
  validateSync,
} from 'class-validator';

interface Rule {
  validateIf?: ((object: object, value: unknown) => boolean) | undefined;
  validate: (value: unknown, given: ValidationArguments) => unknown;
  constraints: unknown[];
}

/**
 * Validation rules of one DTO property. If a condition, such as that of `IsOmittable`, returns false, the
 * rules are skipped.
 */
interface PropertyRules {
  property: string;
  conditions: ((object: object, value: unknown) => boolean)[];
  rules: Rule[];
}

type Constructor = new () => object;

/**
 * Validation rules, keyed by DTO class. The value is undefined for a class with rules that only
 * class-validator can evaluate.
 */
const rulesOf = new Map<unknown, readonly PropertyRules[] | undefined>();

/**
 * Validates a DTO object with the rules of class-validator. A valid object takes a tenth of the time of
 * class-validator. For an invalid object, class-validator itself creates the error messages.
 */
export function faultsOfDto(dto: object): ValidationError[] {
  return holds(dto) ? [] : validateSync(dto, { forbidUnknownValues: false });
}

function holds(dto: object): boolean {
  const Dto = dto.constructor as Constructor;
  if (!rulesOf.has(Dto)) rulesOf.set(Dto, collect(Dto));
  const all = rulesOf.get(Dto);
  return all !== undefined && all.every((each) => propertyHolds(dto, each));
}

function propertyHolds(object: object, { property, conditions, rules }: PropertyRules): boolean {
  const value = (object as Record<string, unknown>)[property];
  if (!conditions.every((condition) => condition(object, value))) return true;
  const { name: targetName } = object.constructor;
  return rules.every(({ validateIf, validate, constraints }) => {
    if (validateIf && !validateIf(object, value)) return true;
    return validate(value, { targetName, property, object, value, constraints }) === true;
  });
}

/** Collects the rules of a DTO class. Must use the same options as `validateSync` in `faultsOfDto`. */
function collect(Dto: Constructor): PropertyRules[] | undefined {
  const storage = getMetadataStorage();
  const byProperty = new Map<string, PropertyRules>();
  for (const metadata of storage.getTargetValidationMetadatas(Dto, '', false, false)) {
    const { propertyName: property, type, constraints, constraintCls, validateIf, each } = metadata;
    const of = byProperty.get(property) ?? { property, conditions: [], rules: [] };
    byProperty.set(property, of);
    if (type === 'conditionalValidation')
      of.conditions.push(constraints[0] as PropertyRules['conditions'][0]);
    else if (type === 'customValidation' && !each)
      for (const { instance, async } of storage.getTargetValidatorConstraints(constraintCls)) {
        const validate = (value: unknown, given: ValidationArguments) => instance.validate(value, given);
        if (!async) of.rules.push({ validateIf, validate, constraints });
      }
    else return undefined;
  }
  return [...byProperty.values()];
}
