import { declaredScopes } from '@storewright/scopes';
import { ordered } from './app-input';

it('ordered() returns each scope once, in the order of the scope registry', () => {
  const all = declaredScopes.map(({ scope }) => scope);
  expect(ordered([...all.toReversed(), ...all])).toEqual(all);
  expect(ordered(['meta.get', 'meta.collection'])).toEqual(ordered(['meta.collection', 'meta.get']));
  expect(ordered([])).toEqual([]);
});
