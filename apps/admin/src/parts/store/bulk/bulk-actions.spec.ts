import type { Product } from '../../../api/store';
import { sameFor, tagChange, tagsIn, tagsOf } from './bulk-actions';

const tagged = (...tags: string[]) => ({ attributes: { tags } }) as Product;

describe('tagChange and tagsOf', () => {
  it('add tags to an object, and skip an object that already has the tags', () => {
    const change = tagChange('add', tagsIn(' sale, winter,sale,'));
    expect(change(tagged('tea', 'sale'))).toEqual({ tags: ['tea', 'sale', 'winter'] });
    expect(change(tagged('winter', 'sale'))).toBeUndefined();
  });

  it('remove tags only from objects that have the tags', () => {
    const change = tagChange('remove', ['sale']);
    expect(change(tagged('tea', 'sale'))).toEqual({ tags: ['tea'] });
    expect(change(tagged('tea'))).toBeUndefined();
  });

  it('list each tag of several objects once', () => {
    expect(tagsOf([tagged('b', 'a'), tagged(), tagged('a')])).toEqual(['a', 'b']);
  });
});

it('sameFor returns no change for a row that already has the values', () => {
  const archived = { attributes: { status: 'archived' } } as Product;
  const change = sameFor<Product>({ status: 'archived' });
  expect([
    change(archived),
    change({ ...archived, attributes: { ...archived.attributes, status: 'draft' } }),
  ]).toEqual([undefined, { status: 'archived' }]);
});
