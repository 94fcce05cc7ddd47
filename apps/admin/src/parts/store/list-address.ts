import { addressOf, type Query } from '../../api/request';
import { isId } from '../../api/shop-apps';
import type { TextId } from '../../texts/texts';
import { cursors, queryOf, searchOfPage } from '../place';
import { dayAfter, firstMomentOf } from '../zone-days';

interface Condition {
  name: string;
  operator?: string;
  value: string;
}

interface Filter {
  name: string;
  /** Name of the filter and heading of its column. */
  title: TextId;
}

interface Choice extends Filter {
  /** Label of the option that matches every value. */
  all: TextId;
}

export type ListFilter =
  /** Filter by one or more enum values, separated by commas. */
  | (Choice & {
      kind: 'words';
      words: readonly string[];
      textOf: (word: string) => TextId;
      /** Returns a special API condition for an enum value. Defaults to `filter[name]=word`. */
      conditionOf?: (word: string | undefined) => Condition;
    })
  /** Filter by one value. The hook loads the values that the list offers. */
  | (Choice & { kind: 'choice'; useValues: () => readonly string[] })
  | (Filter & { kind: 'tag' })
  /** Id of the app that created the object. */
  | (Choice & { kind: 'app' })
  /** Days in the shop's time zone, both included. */
  | (Filter & { kind: 'days' })
  /** Amounts in minor units, both included. */
  | (Filter & { kind: 'amounts' });

export interface ListDefinition {
  /** API path of the list, such as `/api/orders`. Contains the conditions that always apply. */
  path: string;
  sort: string;
  sorts: readonly string[];
  include?: string;
  filters: readonly ListFilter[];
  /** Returns the API filters for a search text. Defaults to the filter `q`. */
  find?: (text: string) => Record<string, string>;
  /** False if the API would need too long to count all rows. The list then requests no total. */
  hasTotal?: boolean;
}

/** Number of rows on a page of a list. Equals the API's default. */
export const PAGE_SIZE = 25;

export interface Wishes {
  q: string;
  sort: string;
  /** Valid filter values, keyed by query parameter, such as `filter[status]`. */
  values: Readonly<Record<string, string>>;
  hidden: readonly string[];
}

const valid = {
  choice: (value: string): boolean => value !== '',
  tag: (value: string): boolean => value.trim() !== '',
  app: isId,
  days: (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  amounts: (value: string): boolean => /^\d{1,15}$/.test(value),
};

/** Returns the URL query parameters of a filter. A range has a parameter for each bound. */
export function parametersOf({ kind, name }: ListFilter): readonly string[] {
  const isRange = kind === 'days' || kind === 'amounts';
  return isRange ? [`filter[${name}][gte]`, `filter[${name}][lte]`] : [`filter[${name}]`];
}

const parametersIn = ({ filters }: ListDefinition): string[] => filters.flatMap(parametersOf);
const asked = (definition: ListDefinition) => ['q', ...parametersIn(definition), 'sort', 'hide'];

/** Parses the list state in the URL query. Ignores parameters that the list does not declare. */
export function wishesOf(definition: ListDefinition, search: string): Wishes {
  const given = new URLSearchParams(search);
  const values = definition.filters.flatMap((filter) => {
    const isValid =
      filter.kind === 'words'
        ? (value: string) => value.split(',').every((word) => filter.words.includes(word))
        : valid[filter.kind];
    return parametersOf(filter).flatMap((parameter) => {
      const value = given.get(parameter) ?? '';
      return isValid(value) ? [[parameter, value] as const] : [];
    });
  });
  const sort = given.get('sort') ?? '';
  return {
    q: (given.get('q') ?? '').trim(),
    sort: definition.sorts.includes(sort.replace(/^-/, '')) ? sort : definition.sort,
    values: Object.fromEntries(values),
    hidden: (given.get('hide') ?? '').split(',').filter((id) => id !== ''),
  };
}

/** Returns the URL query of the list's first page with changed parameters. An empty value removes a parameter. */
export function searchWith(
  definition: ListDefinition,
  search: string,
  changes: Readonly<Record<string, string>>,
): string {
  const given = new URLSearchParams(search);
  for (const [parameter, value] of Object.entries(changes))
    if (value === '') given.delete(parameter);
    else given.set(parameter, value);
  return queryOf(given, asked(definition));
}

export function searchWithout(definition: ListDefinition, search: string): string {
  const none = ['q', ...parametersIn(definition)].map((parameter) => [parameter, ''] as const);
  return searchWith(definition, search, Object.fromEntries(none));
}

/**
 * Returns the URL query for a page of the list. `link` is the API's pagination link, or undefined for the first page.
 * `from` is the position of the page's first row.
 */
export function pageSearch(
  definition: ListDefinition,
  search: string,
  link: string | undefined,
  from = 1,
): string {
  const place = searchOfPage(search, link, asked(definition));
  return link === undefined || from <= 1 ? place : `${place}&from=${from}`;
}

/** Returns the position in the list of the current page's first row. The list's first row has the position 1. */
export function positionIn(search: string): number {
  const from = Number(new URLSearchParams(search).get('from'));
  return Number.isSafeInteger(from) && from > 1 ? from : 1;
}

/**
 * Returns the position in the list of the linked page's first row. `count` is the number of rows on the current page.
 */
export function positionBehind(search: string, link: string | undefined, count: number): number {
  if (link === undefined) return 1;
  const isBack = new URL(link).searchParams.has('page[before]');
  return Math.max(1, positionIn(search) + (isBack ? -PAGE_SIZE : count));
}

/** Converts the filters in the URL to API conditions. Days become times in the shop's time zone. */
function conditionsOf(definition: ListDefinition, search: string, zone: string): Condition[] {
  const { q, values } = wishesOf(definition, search);
  const find = definition.find ?? ((text: string) => ({ q: text }));
  const chosen = definition.filters.flatMap((filter): Condition[] => {
    const { kind, name } = filter;
    const [low, high] = parametersOf(filter).map((parameter) => values[parameter]);
    const moment = (day: string): string => new Date(firstMomentOf(day, zone)).toISOString();
    if (filter.kind === 'words' && filter.conditionOf) return [filter.conditionOf(low)];
    if (kind === 'words' || kind === 'choice' || kind === 'tag' || kind === 'app')
      return low === undefined ? [] : [{ name, value: kind === 'tag' ? low.replaceAll(',', '\\,') : low }];
    const isDay = kind === 'days';
    return [
      ...(low === undefined ? [] : [{ name, operator: 'gte', value: isDay ? moment(low) : low }]),
      ...(high === undefined
        ? []
        : [
            isDay
              ? { name, operator: 'lt', value: moment(dayAfter(high, 1)) }
              : { name, operator: 'lte', value: high },
          ]),
    ];
  });
  const found = q === '' ? [] : Object.entries(find(q)).map(([name, value]) => ({ name, value }));
  return [...chosen, ...found];
}

export function exportFilter(
  definition: ListDefinition,
  search: string,
  zone: string,
): Record<string, string | Record<string, string>> {
  const filter: Record<string, string | Record<string, string>> = {};
  for (const { name, operator, value } of conditionsOf(definition, search, zone)) {
    const before = filter[name];
    filter[name] = operator ? { ...(typeof before === 'object' && before), [operator]: value } : value;
  }
  return filter;
}

function queryFor(definition: ListDefinition, search: string, zone: string): Query {
  const conditions = conditionsOf(definition, search, zone).map(({ name, operator, value }) => [
    `filter[${name}]${operator ? `[${operator}]` : ''}`,
    value,
  ]);
  return { sort: wishesOf(definition, search).sort, ...(Object.fromEntries(conditions) as Query) };
}

/** Returns the API path that loads the whole filtered list in pages of the maximum size. */
export function everythingPath(definition: ListDefinition, search: string, zone: string): string {
  return addressOf(definition.path, { ...queryFor(definition, search, zone), 'page[size]': 100 });
}

/**
 * Returns the API path for the list state in the URL. Requests no total if counting is expensive, for example for a
 * search.
 */
export function listPath(definition: ListDefinition, search: string, zone: string): string {
  const given = new URLSearchParams(search);
  const hasTotal = definition.hasTotal !== false && wishesOf(definition, search).q === '';
  const query: Query = {
    ...queryFor(definition, search, zone),
    include: definition.include,
    'page[total]': hasTotal ? 'true' : undefined,
  };
  for (const name of cursors) query[name] = given.get(name) ?? undefined;
  return addressOf(definition.path, query);
}
