import type { MetaCondition } from '../../search/condition';
import type { MetaPlace } from '../../search/statement';

export interface Shape {
  name: string;
  conditions: MetaCondition[];
  resource_type?: string;
  resource_id?: string;
  order?: MetaPlace['order'];
}

const byType = [
  { column: 'resource_type', descending: false },
  { column: 'id', descending: false },
];

/**
 * Returns benchmark queries of each kind. In some queries, the matches depend on the order of ids. `size` is
 * the number of metadata objects in the shop.
 */
export function labShapes(size: number): Shape[] {
  const unique = `sku-${((Math.floor(size / 2) * 2_654_435_761) % 4_294_967_296).toString(36)}`;
  return [...ofOneKey(unique), ...correlated(size), ...ofSeveralKeys(unique), ...ofResources(size, unique)];
}

const seenAt = (count: number) => 1_700_000_000_000 + Math.floor(count) * 1_000;
const red = { key: 'colour', value: 'red' };
const has = (key: string): MetaCondition => ({ key });
const is = (key: string): MetaCondition => ({ key, value: true });
const newest = (size: number, share: number): MetaCondition => ({
  key: 'seen_at',
  operator: '>=',
  value: seenAt(size * (1 - share)),
});

function ofOneKey(unique: string): Shape[] {
  return [
    { name: 'no condition', conditions: [] },
    { name: 'unique value', conditions: [{ key: 'sku', value: unique }] },
    { name: 'value that none has', conditions: [{ key: 'sku', value: 'none' }] },
    { name: 'value that 26 % have', conditions: [red] },
    { name: 'value that 0.1 % have', conditions: [{ key: 'note', value: 'note 7' }] },
    { name: 'range 0.1 %', conditions: [{ key: 'price', operator: '<', value: 1 }] },
    { name: 'range 1 %', conditions: [{ key: 'price', operator: '<', value: 10 }] },
    { name: 'range 50 %', conditions: [{ key: 'price', operator: '>', value: 500 }] },
    { name: 'range of strings 10 %', conditions: [{ key: 'note', operator: '>=', value: 'note 9' }] },
    { name: '!=, nothing matches', conditions: [{ key: 'currency', operator: '!=', value: 'EUR' }] },
    { name: '!=, 74 % match', conditions: [{ key: 'colour', operator: '!=', value: 'red' }] },
    { name: 'has key, 80 %', conditions: [has('note')] },
  ];
}

function correlated(size: number): Shape[] {
  return [
    { name: 'has key, newest 1 %', conditions: [has('campaign')] },
    { name: 'range, newest 10 %', conditions: [newest(size, 0.1)] },
    { name: 'range, newest half', conditions: [newest(size, 0.5)] },
    { name: 'newest 10 % and has key', conditions: [newest(size, 0.1), has('note')] },
    {
      name: 'oldest half and newest 1 %',
      conditions: [{ key: 'seen_at', operator: '<', value: seenAt(size / 2) }, has('campaign')],
    },
  ];
}

function ofSeveralKeys(unique: string): Shape[] {
  return [
    { name: 'two, 1 % left', conditions: [is('sale'), is('fragile')] },
    {
      name: 'two ranges, 1 % left',
      conditions: [
        { key: 'price', operator: '<', value: 100 },
        { key: 'note', operator: '>=', value: 'note 9' },
      ],
    },
    { name: 'three, 0.1 % left', conditions: [is('sale'), is('fragile'), is('bulky')] },
    { name: 'unique value and has key', conditions: [{ key: 'sku', value: unique }, has('note')] },
    { name: 'has key and has key', conditions: [has('note'), has('price')] },
    {
      name: 'two that exclude each other',
      conditions: [
        { key: 'left', value: 1 },
        { key: 'right', value: 1 },
      ],
    },
  ];
}

function ofResources(size: number, unique: string): Shape[] {
  return [
    { name: 'type + id', conditions: [red], resource_type: 'orders', resource_id: '5' },
    { name: 'type + 26 %', conditions: [red], resource_type: 'codes' },
    { name: 'type + has key', conditions: [has('note')], resource_type: 'codes' },
    { name: 'type + unique value', conditions: [{ key: 'sku', value: unique }], resource_type: 'codes' },
    { name: 'unknown type + has key', conditions: [has('note')], resource_type: 'none' },
    { name: 'id + has key', conditions: [has('note')], resource_id: '7' },
    { name: 'by type: 26 %', conditions: [red], order: byType },
    { name: 'by type: unique value', conditions: [{ key: 'sku', value: unique }], order: byType },
    { name: 'by type: newest 10 %', conditions: [newest(size, 0.1)], order: byType },
  ];
}
