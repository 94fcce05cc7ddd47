import { query } from '@storewright/api-testing';
import { operatorsOf, type Resource, sortFieldsOf } from '@storewright/json-api';
import type { Subject } from './subject';

/** Values outside the range of every column type, and texts that Postgres cannot store. */
const EXTREME_VALUES = [
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740991', '9007199254740992'],
  ...['-9223372036854775809', '9223372036854775808', '9'.repeat(400), '1e400', '-0', '0x10', '1.5', 'NaN'],
  ...['', ' ', '\0', '\ud800', '\u{10ffff}', 'true', 'null', ',', '\\', "'", '%', 'x'.repeat(2_000)],
  ...['00000000-0000-0000-0000-000000000000', '0001-01-01', '9999-12-31T23:59:59.999999Z'],
];

/**
 * Tests every filter and sort field of each resource with extreme and invalid values. The response must be
 * 200, or 400 with the name of the query parameter.
 */
export function testFilters(subject: Subject): void {
  if (subject.lists.every((each) => filtersOf(each).length === 0)) return;
  describe('a filter', () => {
    const filters = valuesOfFilters(subject.lists);
    if (filters.length > 0)
      it.each(filters)(
        'of %s by %s returns 200, or 400 with its name, for any value',
        (path, parameter, values) => answeredOrRefused(subject, { path, parameter, values }),
      );
    const nullable = nullableFilters(subject);
    if (nullable.length > 0)
      it.each(nullable)(
        'of %s by the existence of %s splits the list into objects with and without a value',
        (path, name) => splits(subject, path, name),
      );
  });
  describe('page[after]', () => {
    // Tests only the first sort field with all values, because the API parses the cursor of every sort field
    // in the same way.
    const sorts = subject.lists.flatMap(({ path, ...resource }) =>
      sortFieldsOf(resource).map((sort, at): [string, string, string[]] => [
        ...([path, sort] as const),
        at === 0 ? EXTREME_VALUES : shareOf(at),
      ]),
    );
    it.each(sorts)(
      'of %s sorted by %s returns 400 for values that are not cursors',
      async (path, sort, values) => {
        for (const value of values) {
          const answer = await subject.tenant.http.get(`${path}?${encoded({ sort, 'page[after]': value })}`);
          expect([value, answer.status, answer.body.errors?.[0].source]).toEqual([
            value,
            400,
            { parameter: 'page[after]' },
          ]);
        }
      },
    );
  });
}

/** Number of subsets of EXTREME_VALUES. Filters with the same parser share the subsets. */
const SHARES = 6;

const shareOf = (at: number) => EXTREME_VALUES.filter((_, index) => (index - at) % SHARES === 0);

/**
 * Returns the test values for each filter as [path, parameter, values]. The first filter of each column kind
 * and operator is tested with all values, because kind and operator determine how the API parses a value.
 * Every other filter is tested with a subset.
 */
function valuesOfFilters(lists: readonly Resource[]): [string, string, string[]][] {
  const tested = new Set<string>();
  return lists.flatMap((resource) =>
    filtersOf(resource).map(({ parameter, form }, at): [string, string, string[]] => {
      const isFirst = !tested.has(form);
      tested.add(form);
      return [resource.path, parameter, isFirst ? EXTREME_VALUES : shareOf(at)];
    }),
  );
}

interface Filter {
  parameter: string;
  /**
   * Key of all filters that parse and compare values in the same way. The key consists of column kind and
   * operator, or is the name of a filter with its own implementation.
   */
  form: string;
}

function filtersOf({ path, filterable, filters, search }: Resource): Filter[] {
  const own = [...filters, ...(search ? ['q'] : [])].map((name) => `filter[${name}]`);
  return [
    ...own.map((parameter) => ({ parameter, form: `${path} ${parameter}` })),
    ...Object.entries(filterable).flatMap(([name, kind]) =>
      operatorsOf(kind).map((operator) => ({
        parameter: `filter[${name}][${operator}]`,
        form: JSON.stringify([kind, operator]),
      })),
    ),
  ];
}

const nullableFilters = (subject: Subject) =>
  subject.served.flatMap(({ resource: { path, filterable } }) =>
    Object.entries(filterable)
      .filter(([, kind]) => operatorsOf(kind).includes('exists'))
      .map(([name]): [string, string] => [path, name]),
  );

/**
 * URLs cannot contain a lone surrogate, so the request contains the replacement character U+FFFD instead.
 */
const encoded = (parameters: Record<string, string>) =>
  query(Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()])));

async function answeredOrRefused(
  { tenant }: Subject,
  { path, parameter, values }: { path: string; parameter: string; values: string[] },
): Promise<void> {
  for (const value of values) {
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
