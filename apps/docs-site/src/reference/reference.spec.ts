import { join, posix } from 'node:path';
import { pagesOf } from '../main';
import { ApiDocument } from '../openapi/document';
import { requestBodies } from './request-bodies';

const root = join(__dirname, '../../../..');
const documents = (['shop', 'auth'] as const).map((name) => ApiDocument.read(root, name));
const operations = documents.flatMap((document) => document.operations);
const pages = new Map(pagesOf(root).map(({ path, text }) => [path, text]));

describe('API reference', () => {
  it('documents every operation on a resource, except operations on relationships', () => {
    const text = [...pages]
      .filter(([path]) => path.startsWith('reference/'))
      .map(([, each]) => each)
      .join('\n');
    const isAboutRelationship = (path: string) => /\/\{id\}\/./.test(path);
    const missing = operations.filter(
      ({ tags, path, operationId }) =>
        !tags.includes('service') && !isAboutRelationship(path) && !text.includes(`{#${operationId}}`),
    );
    expect(operations.length).toBeGreaterThan(100);
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('contains the required attributes of an operation without a handwritten example', () => {
    expect(Object.keys(requestBodies)).not.toContain('createPassword');
    expect(pages.get('reference/auth/passwords')).toMatch(
      /-d '\{"data":\{"type":"passwords","attributes":\{"\w+":"…"/,
    );
  });

  it('has a page for every error code that the APIs return', () => {
    const codes = new Set(
      documents.flatMap((document) => document.operations.flatMap((each) => document.errorCodesOf(each))),
    );
    expect(codes.size).toBeGreaterThan(30);
    expect([...codes].filter((code) => !pages.has(`errors/${code}`))).toEqual([]);
  });

  it('contains an example payload for each resource with events', () => {
    const sections = pages.get('events')!.split(/^## /m).slice(1);
    expect(
      sections.filter((section) => !section.includes('"epoch": 1')).map((each) => each.split('\n')[0]),
    ).toEqual([]);
  });

  it('lists the attributes of a product and marks the writable ones', () => {
    const page = pages.get('reference/shop/products')!;
    expect(page).toContain('| `title` | string, 1–255 characters | required | yes |');
    expect(page).toContain('| `status` | `draft`, `active`, `archived` | yes | yes |');
    expect(page).toContain('| `filter[status]` | `eq`, `ne` |');
    expect(page).toContain("await shop.products.update(id, { status: 'archived' });");
  });

  it('contains only links to existing pages', () => {
    const dead = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((\.\.?\/[^)#]+)\.md(?:#[^)]*)?\)/g)]
        .map(([, link]) => posix.join(posix.dirname(path), link!))
        .filter((page) => !pages.has(page))
        .map((page) => `${path} → ${page}`),
    );
    expect(dead).toEqual([]);
  });
});
