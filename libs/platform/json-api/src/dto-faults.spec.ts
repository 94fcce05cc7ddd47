import { IsDefined, ValidateBy, validateSync, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import { faultsOfDto } from './dto-faults';
import { IsText } from './string';
import { IsBoolean, IsIn, IsIntBetween, IsNullable, IsOmittable } from './validators';

class Thing {
  @IsText(1, 5)
  name: unknown;

  @IsNullable()
  @IsIntBetween(1, 9)
  count: unknown;
}

class Special extends Thing {
  @IsOmittable()
  @IsIn(['a', 'b'])
  kind: unknown;

  // Replaces the inherited rule.
  @IsText(0, 2)
  override name: unknown;

  @ValidateBy(
    { name: 'isMore', validator: { validate: isMore } },
    { validateIf: (object: Special) => object.kind === 'b' },
  )
  more: unknown;
}

/** Has a rule that only class-validator supports. */
class Defined extends Thing {
  @IsDefined()
  @IsBoolean()
  there: unknown;
}

function isMore(value: unknown, given?: { object: object }): boolean {
  return Number(value) > Number((given!.object as Special).count);
}

const value = fc.oneof(
  fc.constantFrom(undefined, null, 'a', 'b', '', 'abc', 'abcdef', '\0', true, false),
  fc.integer({ min: -1, max: 11 }),
  fc.array(fc.constantFrom('a', 1)),
);
const values = fc.record({ name: value, count: value, kind: value, more: value, there: value });
const said = (errors: ValidationError[]) =>
  errors.map(({ property, constraints, contexts }) => ({ property, constraints, contexts }));

describe('faultsOfDto', () => {
  it.each([Thing, Special, Defined])('returns the same errors as class-validator: %p', (Dto) => {
    fc.assert(
      fc.property(values, (sent) => {
        const dto = Object.assign(new Dto(), sent);
        expect(said(faultsOfDto(dto))).toEqual(said(validateSync(dto, { forbidUnknownValues: false })));
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns no errors for a valid object', () => {
    expect(faultsOfDto(Object.assign(new Thing(), { name: 'a', count: null }))).toEqual([]);
    expect(faultsOfDto(Object.assign(new Special(), { name: '', kind: 'b', count: 1, more: 2 }))).toEqual([]);
  });
});
