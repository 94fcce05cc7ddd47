import { isDomain } from './domain-input';

it.each(['app.example', 'a-b.c.example', 'xn--bcher-kva.example', 'shop.localhost:4000'])(
  'isDomain accepts %s',
  (text) => expect(isDomain(text)).toBe(true),
);

it.each([
  ...['example', 'App.example', 'app.example.', '-a.example', 'a..example', 'https://app.example'],
  ...['app.example/x', 'app.example:443', '127.0.0.1', 'localhost', 'x.localhost', `${'a.'.repeat(127)}ab`],
])('isDomain rejects %s', (text) => expect(isDomain(text)).toBe(false));
