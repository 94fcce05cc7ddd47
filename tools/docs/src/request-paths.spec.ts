import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read, readJson, root } from '@storewright/workspace';

interface RequestPath {
  declarations: string[];
  steps: string[];
  rules: string[];
}
const paths = readJson<Record<string, unknown>>('libs/shop/catalog/src/products/request-paths.json');
const get = paths['GET /api/products/{id}'] as RequestPath;
const post = paths['POST /api/products'] as RequestPath;

const architecture = read('docs/architecture.md');
const section = (title: string) => architecture.split(`### ${title}\n`)[1]!.split(/^##/m, 1)[0]!;
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:apps|libs)\/[^`]+\.ts)`/g)].map(([, file]) => file!);
const numberedIn = (text: string) =>
  filesIn(
    text
      .split('\n')
      .filter((line) => /^\d+\. /.test(line))
      .join('\n'),
  );
const withoutSpecs = (files: string[]) => files.filter((file) => !file.endsWith('.spec.ts'));

describe('request paths in docs/architecture.md', () => {
  it('list the same steps of a GET as request-paths.json', () => {
    expect(numberedIn(section('The files of a GET'))).toEqual([...get.declarations, ...get.steps]);
  });

  it('list the same steps and rules of a POST as request-paths.json', () => {
    const text = section('The files of a POST');
    expect(numberedIn(text)).toEqual([...post.declarations, ...post.steps]);
    const [, others = ''] = text.split('One of these steps');
    const listed = [...post.rules, ...(paths['every request'] as string[])];
    expect(filesIn(others).sort()).toEqual(listed.sort());
  });

  it('refer only to existing files', () => {
    const named = ['GET', 'POST']
      .map((method) => `The files of a ${method}`)
      .concat('The files of other requests');
    const missing = withoutSpecs(named.flatMap((title) => filesIn(section(title)))).filter(
      (file) => !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });
});
