import { ApiError, ApiErrors, Violations } from '@storewright/json-api';
import fc from 'fast-check';
import { checkData, checkMerged, merged, type MetaData, metaLimits } from './meta-data';

/** Returns the violations of a `data` in JSON text, as `code pointer`. */
function violationsOf(text: string): string[] {
  const violations = new Violations();
  checkData(JSON.parse(text) as MetaData, violations, '/data', `{"data":${text}}`);
  return violations.errors.map(({ code, source }) => `${code} ${(source as { pointer: string }).pointer}`);
}

/** JSON text of an object with nested arrays, `levels` deep in total. */
const nested = (levels: number) => `{"k":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('limits of metadata', () => {
  it.each([
    ['256 keys', keys(256)],
    ['a key of 255 characters', `{"${'k'.repeat(255)}":1}`],
    ['a key of 255 characters of two UTF-16 units each', `{"${'🔑'.repeat(255)}":1}`],
    ['16 levels', nested(16)],
    ['64 KiB', `{"k":"${'x'.repeat(65_536 - 8)}"}`],
  ])('accept data with %s', (_, text) => {
    expect(violationsOf(text)).toEqual([]);
  });

  it.each([
    ['257 keys', keys(257), 'too_many_keys /data'],
    ['a key of 256 characters', `{"${'k'.repeat(256)}":1}`, `invalid_key /data/${'k'.repeat(256)}`],
    ['an empty key', '{"":1}', 'invalid_key /data/'],
    ['17 levels', nested(17), 'nesting_too_deep /data'],
    ['a byte more than 64 KiB', `{"k":"${'x'.repeat(65_536 - 7)}"}`, 'data_too_large /data'],
    ['64 KiB of two bytes each', `{"k":"${'é'.repeat(32_768)}"}`, 'data_too_large /data'],
    ['U+0000 in a key', '{"a\\u0000":1}', 'invalid_text /data'],
    ['U+0000 in a text', '{"a":["\\u0000"]}', 'invalid_text /data/a/0'],
    ['an unpaired surrogate in a key', '{"a":{"\\ud800":1}}', 'invalid_text /data/a'],
    ['a fault below a key that no pointer can name', '{"\\ud800":{"a":"\\u0000"}}', 'invalid_text /data'],
    ['an unpaired surrogate in a text', '{"a":{"b/c~":"\\udc00"}}', 'invalid_text /data/a/b~1c~0'],
  ])('reject data with %s', (_, text, violation) => {
    expect(violationsOf(text)).toEqual([violation]);
  });

  it('count a number with all digits that Postgres prints', () => {
    expect(violationsOf(`{"k":[${'1e308,'.repeat(300)}1]}`)).toEqual(['data_too_large /data']);
    expect(violationsOf(`{"k":[${'5e-324,'.repeat(300)}1]}`)).toEqual(['data_too_large /data']);
    // A number inside a string keeps its characters, so it has no violations.
    expect(violationsOf(JSON.stringify({ k: '1e308,'.repeat(300) }))).toEqual([]);
  });

  it('report all violations in the data', () => {
    expect(violationsOf('{"":"\\u0000","n":1e400}').sort()).toEqual([
      'invalid_key /data/',
      'invalid_text /data/',
      'number_out_of_range /data/n',
    ]);
  });

  it('are found within 5 seconds of processor time in a body of 1 MiB', () => {
    const longName = 'k'.repeat(500_000);
    const bodies = [
      nested(100_000),
      `{"k":[${'1e400,'.repeat(150_000)}1]}`,
      `{"k":[${'9007199254740993,'.repeat(60_000)}1]}`,
      `{"k":[${'1e16,'.repeat(200_000)}1]}`,
      `{"k":[${'0,'.repeat(500_000)}0]}`,
      `{"k":{"${longName}":[${'1e400,'.repeat(80_000)}1]}}`,
      keys(70_000),
    ];
    // Measures processor time in milliseconds, because elapsed time depends on the load of the machine.
    const before = process.cpuUsage();
    for (const body of bodies) expect(violationsOf(body)).not.toEqual([]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});

describe('numbers in metadata', () => {
  it.each(['9007199254740991', '-9007199254740991', '0', '-0', '0.1', '1e300', '1e-300', '1E5', '5e-324'])(
    'can have the value %s',
    (number) => {
      expect(violationsOf(`{"n":${number}}`)).toEqual([]);
    },
  );

  it.each([
    ...['9007199254740992', '-9007199254740992', '9007199254740993', '1e400', '-1e400', '1'.repeat(400)],
    ...['9007199254740993.0', '9007199254740993e0', '900719925474099300e-2', '123456789012345678.5'],
  ])('cannot have the value %s', (number) => {
    expect(violationsOf(`{"n":${number}}`)).toEqual(['number_out_of_range /data/n']);
  });

  it('are rejected only if a double cannot represent the number as written', () => {
    expect(violationsOf('{"a":1e16,"b":[10000000000000000,1e16]}')).toEqual([
      'number_out_of_range /data/b/0',
    ]);
    expect(violationsOf('{"a":9007199254740993,"a":1}')).toEqual([]);
  });

  it('are not checked inside of strings', () => {
    expect(violationsOf('{"t":"9007199254740993 \\" 10000000000000000","n":1e16}')).toEqual([]);
  });
});

describe('merging metadata', () => {
  it('sets sent keys, removes keys sent as null and keeps all remaining keys', () => {
    const old = { kept: 1, changed: 1, removed: 1 };
    expect(merged(old, { changed: 2, removed: null, added: 3 }, false)).toEqual({
      kept: 1,
      changed: 2,
      added: 3,
    });
  });

  it('replaces all keys if override is true, and stores keys sent as null', () => {
    expect(merged({ old: 1 }, { only: null }, true)).toEqual({ only: null });
  });

  it('replaces nested objects as a whole', () => {
    expect(merged({ k: { a: 1 } }, { k: { b: 2 } }, false)).toEqual({ k: { b: 2 } });
  });

  it('keeps keys that have a special meaning in JavaScript', () => {
    const change = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as MetaData;
    expect(JSON.stringify(merged({ toString: 3 }, change, false))).toBe(
      '{"toString":3,"__proto__":{"a":1},"constructor":2}',
    );
    expect(Object.keys(merged(change, JSON.parse('{"__proto__":null}') as MetaData, false))).toEqual([
      'constructor',
    ]);
  });

  it('keeps every key that concurrent updates set', () => {
    const data = fc.dictionary(fc.string({ minLength: 1 }), fc.integer());
    fc.assert(
      fc.property(data, data, data, (old, one, other) => {
        const others = Object.fromEntries(Object.entries(other).filter(([key]) => !Object.hasOwn(one, key)));
        const either = merged(merged(old, one, false), others, false);
        expect(either).toEqual(merged(merged(old, others, false), one, false));
      }),
    );
  });

  it('throws for a result with too many keys or bytes', () => {
    const [half, otherHalf] = [keys(200, 'a'), keys(200, 'b')].map((text) => JSON.parse(text) as MetaData);
    expect(codesOf(() => checkMerged(merged(half!, otherHalf!, false), '/data'))).toEqual(['too_many_keys']);
    const large = 'x'.repeat(metaLimits.maxBytes / 2);
    expect(codesOf(() => checkMerged({ a: large, b: large }, '/data'))).toEqual(['data_too_large']);
  });
});

function keys(count: number, prefix = 'k'): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, 0])));
}

function codesOf(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ApiErrors) return error.errors.map(({ code }) => code);
    if (error instanceof ApiError) return [error.code];
    throw error;
  }
}
