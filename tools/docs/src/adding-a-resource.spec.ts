import { committedFiles, read } from '@storewright/workspace';

const folder = 'tools/generators/fixtures/returns/';

it('docs/adding-a-resource.md contains the same code as the tested fixture', () => {
  const files = committedFiles().filter((file) => file.startsWith(folder));
  const texts = files.map((file) => read(file).trimEnd());
  const blocks = [...read('docs/adding-a-resource.md').matchAll(/```ts\n([^]*?)\n```/g)].map(
    ([, code]) => code,
  );
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) expect(texts).toContain(block);
});
