import { addressOf, type Query } from '../../api/request';
import { isId } from '../../api/shop-apps';
import type { TextId } from '../../texts/texts';
import { cursors, queryOf, searchOfPage } from '../place';
import { dayAfter, firstMomentOf } from '../zone-days';

/** A condition for the API. */
interface Condition {
  name: string;
  operator?: string;
  value: string;
}

/** Attribute and heading of a filter. */
interface Filter {
  name: string;
  /** Name of the filter, which is the heading of its column. */
  title: TextId;
}

/** A filter by one of several values. */
interface Choice extends Filter {
  /** Text of the choice without a value. */
  all: TextId;
}

/** A filter of a list, by an attribute of the API. */
export type ListFilter =
  /** Filter by one word, or by several words separated by commas. */
  | (Choice & {
      kind: 'words';
      words: readonly string[];
      /** Returns the text of a word. */
      textOf: (word: string) => TextId;
      /** Returns the condition for the API if it is not `filter[name]=word`. */
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

/** A list with its filters and its search. */
export interface ListDefinition {
  /** API path, such as `/api/orders`, with the conditions that always apply. */
  path: string;
  /** Default order. */
  sort: string;
  /** Fields by which the API sorts. */
  sorts: readonly string[];
  include?: string;
  filters: readonly ListFilter[];
  /** Returns the filters for a search text. By default the filter `q`. */
  find?: (text: string) => Record<string, string>;
  /** False if counting all rows is expensive. */
  hasTotal?: boolean;
}

/** Number of rows per page, which is the API's default. */
export const PAGE_SIZE = 25;

/** State of a list from its address. */
export interface Wishes {
  q: string;
  sort: string;
  /** Values by parameter, such as `filter[status]`. Parameters without a valid value are missing. */
  values: Readonly<Record<string, string>>;
  /** Ids of hidden columns. */
  hidden: readonly string[];
}

const valid = {
  choice: (value: string): boolean => value !== '',
  tag: (value: string): boolean => value.trim() !== '',
  app: isId,
  days: (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  amounts: (value: string): boolean => /^\d{1,15}$/.test(value),
};

/** Returns the parameters of a filter in the address, such as the lower and the upper bound of a range. */
export function parametersOf({ kind, name }: ListFilter): readonly string[] {
  const isRange = kind === 'days' || kind === 'amounts';
  return isRange ? [`filter[${name}][gte]`, `filter[${name}][lte]`] : [`filter[${name}]`];
}

const parametersIn = ({ filters }: ListDefinition): string[] => filters.flatMap(parametersOf);
const asked = (definition: ListDefinition) => ['q', ...parametersIn(definition), 'sort', 'hide'];

/** Parses the address of a list. Ignores every parameter that the list does not declare. */
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

/** Returns the address of the first page with other parameters. An empty value removes a parameter. */
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

/** Returns the address of the first page without search and filters. */
export function searchWithout(definition: ListDefinition, search: string): string {
  const none = ['q', ...parametersIn(definition)].map((parameter) => [parameter, ''] as const);
  return searchWith(definition, search, Object.fromEntries(none));
}

/**
 * Returns the address of another page. `link` is the API's link, or undefined for the first page. `from` is
 * the position of the first row on that page.
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

/** Returns the position of the first row on the page of this address, counted from 1. */
export function positionIn(search: string): number {
  const from = Number(new URLSearchParams(search).get('from'));
  return Number.isSafeInteger(from) && from > 1 ? from : 1;
}

/**
 * Returns the position of the first row on a linked page. `count` is the number of rows on the current page.
 */
export function positionBehind(search: string, link: string | undefined, count: number): number {
  if (link === undefined) return 1;
  const isBack = new URL(link).searchParams.has('page[before]');
  return Math.max(1, positionIn(search) + (isBack ? -PAGE_SIZE : count));
}

/** Returns the conditions for the API. Days become times in the shop's time zone. */
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

/** Returns the filters of an export, by attribute. */
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

/** Returns the API path of the first page of the filtered list, with large pages. */
export function everythingPath(definition: ListDefinition, search: string, zone: string): string {
  return addressOf(definition.path, { ...queryFor(definition, search, zone), 'page[size]': 100 });
}

/**
 * Returns the API path for the address of a list. Does not request a total that is expensive to count, such as
 * the total of a search.
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
