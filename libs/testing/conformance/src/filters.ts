import { query } from '@storewright/api-testing';
import { operatorsOf, type Resource } from '@storewright/json-api';
import type { Subject } from './subject';

/** Values outside the range of every column, and texts that no column can hold. */
const EXTREME_VALUES = [
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740991', '9007199254740992'],
  ...['-9223372036854775809', '9223372036854775808', '9'.repeat(400), '1e400', '-0', '0x10', '1.5', 'NaN'],
  ...['', ' ', '\0', '\ud800', '\u{10ffff}', 'true', 'null', ',', '\\', "'", '%', 'x'.repeat(2_000)],
  ...['00000000-0000-0000-0000-000000000000', '0001-01-01', '9999-12-31T23:59:59.999999Z'],
];

/**
 * Tests every filter and sort of each resource with the smallest and greatest values and with invalid ones. Expects
 * 200, or 400 that names the parameter.
 */
export function testFilters(subject: Subject): void {
  if (subject.lists.every((each) => filtersOf(each).length === 0)) return;
  describe('a filter', () => {
    const filters = subject.lists.flatMap((resource) =>
      filtersOf(resource).map((parameter): [string, string] => [resource.path, parameter]),
    );
    if (filters.length > 0)
      it.each(filters)('of %s by %s answers 200 or 400 with its name to any value', (path, parameter) =>
        answeredOrRefused(subject, path, parameter),
      );
    const nullable = nullableFilters(subject);
    if (nullable.length > 0)
      it.each(nullable)('of %s by %s splits the list into objects with and without a value', (path, name) =>
        splits(subject, path, name),
      );
  });
  describe('a cursor', () => {
    const sorts = subject.lists.flatMap(({ path, sortable }) =>
      ['id', ...sortable].map((sort): [string, string] => [path, sort]),
    );
    it.each(sorts)('of %s sorted by %s is refused with any value in its place', async (path, sort) => {
      for (const value of EXTREME_VALUES) {
        const answer = await subject.tenant.http.get(`${path}?${encoded({ sort, 'page[after]': value })}`);
        expect([value, answer.status, answer.body.errors?.[0].source]).toEqual([
          value,
          400,
          { parameter: 'page[after]' },
        ]);
      }
    });
  });
}

function filtersOf({ filterable, filters, search }: Resource): string[] {
  return [
    ...filters.map((name) => `filter[${name}]`),
    ...(search ? ['filter[q]'] : []),
    ...Object.entries(filterable).flatMap(([name, kind]) =>
      operatorsOf(kind).map((operator) => `filter[${name}][${operator}]`),
    ),
  ];
}

const nullableFilters = (subject: Subject) =>
  subject.served.flatMap(({ resource: { path, filterable } }) =>
    Object.entries(filterable)
      .filter(([, kind]) => operatorsOf(kind).includes('exists'))
      .map(([name]): [string, string] => [path, name]),
  );

/** A lone surrogate cannot be encoded in a URL. The request sends the replacement character instead. */
const encoded = (parameters: Record<string, string>) =>
  query(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()])));

async function answeredOrRefused({ tenant }: Subject, path: string, parameter: string): Promise<void> {
  for (const value of EXTREME_VALUES) {
    const answer = await tenant.http.get(`${path}?${encoded({ [parameter]: value })}`);
    if (answer.status === 200) continue;
    expect([value, answer.status, answer.body.errors[0].source]).toEqual([value, 400, { parameter }]);
  }
}

async function splits(subject: Subject, path: string, name: string): Promise<void> {
  const { http } = subject.tenant;
  await subject.anObject(http, path.split('/').at(-1)!);
  const count = async (parameters: Record<string, string>) =>
    (await http.get(`${path}?${query({ 'page[size]': '1', 'page[total]': 'true', ...parameters })}`)).body
      .meta.page.total as number;
  const [all, some, none] = [
    await count({}),
    await count({ [`filter[${name}][exists]`]: 'true' }),
    await count({ [`filter[${name}][exists]`]: 'false' }),
  ];
  expect([all > 0, some + none]).toEqual([true, all]);
}
