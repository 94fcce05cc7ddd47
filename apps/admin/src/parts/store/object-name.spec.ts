import { objectName } from './object-name';

it.each([
  [{ title: 'Mug', handle: 'mug' }, 'Mug'],
  [{ code: 'SPRING', kind: 'discount' }, 'SPRING'],
  [{ number: 1001, email: 'ada@buyer.example' }, '#1001'],
  [{ first_name: 'Ada', last_name: null, email: 'ada@buyer.example' }, 'Ada'],
  [{ first_name: null, email: 'ada@buyer.example' }, 'ada@buyer.example'],
  [{ first_name: null, email: null }, undefined],
])('objectName returns for an object with %j the name %s', (attributes, name) => {
  expect(objectName({ type: 'x', id: '1', attributes })).toBe(name);
});
