import { declaredScopes } from '@storewright/scopes';
import { ordered } from './app-input';

it('scopes are kept once each, in the order of the registry, whatever order they came in', () => {
  const all = declaredScopes.map(({ scope }) => scope);
  expect(ordered([...all.toReversed(), ...all])).toEqual(all);
  expect(ordered(['meta.get', 'meta.collection'])).toEqual(ordered(['meta.collection', 'meta.get']));
  expect(ordered([])).toEqual([]);
});
