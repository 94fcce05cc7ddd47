import { read } from '@storewright/workspace';

it('README.md contains the size of a generated resource from resource-size.txt', () => {
  expect(read('README.md').replace(/\s+/g, ' ')).toContain(read('tools/generators/resource-size.txt').trim());
});
