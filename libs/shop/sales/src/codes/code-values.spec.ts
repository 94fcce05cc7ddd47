import { Violations } from '@storewright/json-api';
import { checkNewValues, checkPeriod, type CodeValues } from './code-values';
import { generatedCode } from './generated-code';

function faults(check: (violations: Violations) => void): [pointer: unknown, attribute: unknown][] {
  const violations = new Violations();
  check(violations);
  return violations.errors.map(({ source, meta }) => [
    (source as { pointer: string }).pointer,
    meta!['attribute'],
  ]);
}

describe('value attributes of a discount code or gift code', () => {
  const wrong = (sent: CodeValues) => faults((violations) => checkNewValues(sent, violations, '/a'));

  it.each([
    { kind: 'gift', initial_amount: 5_000, currency_code: 'EUR' },
    { kind: 'gift', initial_amount: 5_000, currency_code: 'EUR', value_type: null, value: null },
    { kind: 'discount', value_type: 'percentage', value: 10_000 },
    { kind: 'discount', value_type: 'fixed_amount', value: 10_001, currency_code: 'EUR' },
  ])('accept the complete values %j', (sent) => {
    expect(wrong(sent)).toEqual([]);
  });

  it.each([
    [{ kind: 'gift' }, ['initial_amount'], []],
    [{ kind: 'discount' }, ['value_type'], []],
    [{ kind: 'discount', value_type: 'percentage' }, ['value'], []],
    [{ kind: 'discount', value_type: 'fixed_amount', value: 5 }, [], []],
    [{ kind: 'gift', initial_amount: 1, currency_code: 'EUR', value: 5 }, [], ['value']],
    [{ kind: 'discount', value_type: 'percentage', value: 10_001 }, [], ['value']],
    [{ kind: 'discount', value_type: 'percentage', value: 1, currency_code: 'EUR' }, [], ['currency_code']],
    [{ kind: 'discount', value_type: 'percentage', value: 1, initial_amount: 1 }, [], ['initial_amount']],
    [{ kind: 'nothing' }, [], []],
  ])('reject %j because %j are missing and %j are superfluous or invalid', (sent, missing, unfit) => {
    expect(wrong(sent)).toEqual([
      ...missing.map((name) => ['/a', name]),
      ...unfit.map((name) => [`/a/${name}`, name]),
    ]);
  });

  it('reject an end of the validity before the start, with a pointer to the attribute in the request', () => {
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'];
    const wrongPeriod = (next: object, sent: object) =>
      faults((violations) => checkPeriod(next, sent, violations, '/a'));
    const turned = { starts_at: late, ends_at: early };
    expect(wrongPeriod({ starts_at: early, ends_at: late }, turned)).toEqual([]);
    expect(wrongPeriod(turned, turned)).toEqual([['/a/ends_at', 'ends_at']]);
    expect(wrongPeriod(turned, { starts_at: late })).toEqual([['/a/starts_at', 'starts_at']]);
    expect(wrongPeriod({ starts_at: early, ends_at: early }, turned)).toHaveLength(1);
    expect(wrongPeriod(turned, {})).toEqual([]);
    const [one, next] = ['2026-01-01T00:00:00.000001Z', '2026-01-01T01:00:00.000002+01:00'];
    expect(wrongPeriod({ starts_at: one, ends_at: next }, turned)).toEqual([]);
    expect(wrongPeriod({ starts_at: next, ends_at: one }, turned)).toHaveLength(1);
  });
});

describe('generated code', () => {
  it('has ten characters that people cannot confuse, and differs from all earlier codes', () => {
    const made = Array.from({ length: 1_000 }, generatedCode);
    for (const code of made) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{10}$/);
    expect(new Set(made).size).toBe(made.length);
  });
});
