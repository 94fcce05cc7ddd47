import { isolated } from './isolated';

it.each(['متجر (3)', 'Tea שלום 🍵', 'ދިވެހި', '𞤀𞤣𞤤𞤢𞤥'])('keeps the direction of %s to itself', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['', 'Café Öl', '茶', 'Чай 🍵 12', 'ไทย'])('leaves %j as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
