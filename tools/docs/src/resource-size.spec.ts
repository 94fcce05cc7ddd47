import { read } from '@storewright/workspace';

it('README.md says how large a generated resource is', () => {
  expect(read('README.md').replace(/\s+/g, ' ')).toContain(read('tools/generators/resource-size.txt').trim());
});
