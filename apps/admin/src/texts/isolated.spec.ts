import { isolated } from './isolated';

it.each(['متجر (3)', 'Tea שלום 🍵', 'ދިވެހި', '𞤀𞤣𞤤𞤢𞤥'])(
  'isolated wraps the name %s in direction isolates',
  (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  },
);

it.each(['', 'Café Öl', '茶', 'Чай 🍵 12', 'ไทย'])('isolated returns the name %j unchanged', (name) => {
  expect(isolated(name)).toBe(name);
});
