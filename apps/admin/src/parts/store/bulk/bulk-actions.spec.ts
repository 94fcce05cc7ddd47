import type { Product } from '../../../api/store';
import { sameFor, tagChange, tagsIn, tagsOf } from './bulk-actions';

const tagged = (...tags: string[]) => ({ attributes: { tags } }) as Product;

describe('tags of many rows', () => {
  it('are added beside those that a row has, and nothing is sent of a row that has them all', () => {
    const change = tagChange('add', tagsIn(' sale, winter,sale,'));
    expect(change(tagged('tea', 'sale'))).toEqual({ tags: ['tea', 'sale', 'winter'] });
    expect(change(tagged('winter', 'sale'))).toBeUndefined();
  });

  it('are removed from the rows that have them', () => {
    const change = tagChange('remove', ['sale']);
    expect(change(tagged('tea', 'sale'))).toEqual({ tags: ['tea'] });
    expect(change(tagged('tea'))).toBeUndefined();
  });

  it('are known, each once', () => {
    expect(tagsOf([tagged('b', 'a'), tagged(), tagged('a')])).toEqual(['a', 'b']);
  });
});

it('a row that is already as wanted is not sent', () => {
  const archived = { attributes: { status: 'archived' } } as Product;
  const change = sameFor<Product>({ status: 'archived' });
  expect([
    change(archived),
    change({ ...archived, attributes: { ...archived.attributes, status: 'draft' } }),
  ]).toEqual([undefined, { status: 'archived' }]);
});
