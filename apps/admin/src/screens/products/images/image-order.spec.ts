import type { ProductImage } from '../../../api/product-images';
import { moved, positionChanges } from './image-order';

const image = (id: string, position: number) => ({ id, attributes: { position } }) as ProductImage;

describe('moved', () => {
  it.each([
    ['forwards', 0, 2, ['b', 'c', 'a']],
    ['backwards', 2, 0, ['c', 'a', 'b']],
    ['to its current position', 1, 1, ['a', 'b', 'c']],
  ])('returns the image list with one image moved %s', (_, from, to, expected) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected);
  });
});

describe('positionChanges', () => {
  it('changes the position only of images with a wrong or duplicate position', () => {
    const changes = positionChanges([image('a', 1), image('b', 1), image('c', 3), image('d', 9)]);
    expect(changes.map(({ object, attributes }) => [object.id, attributes])).toEqual([
      ['b', { position: 2 }],
      ['d', { position: 4 }],
    ]);
  });
});
