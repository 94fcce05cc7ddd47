import {
  ApiError,
  ApiErrors,
  describeResource,
  IsArrayOf,
  IsIntBetween,
  IsOmittable,
  IsText,
  readNew,
} from '.';

class Line {
  @IsText(1, 10)
  title: string;

  @IsOmittable()
  @IsIntBetween(1, 5)
  quantity?: number;
}

class CreateBasket {
  @IsArrayOf(Line, 1, 3)
  lines: Line[];
}

const baskets = describeResource({
  type: 'baskets',
  path: '/api/baskets',
  attributes: { lines: 'json' },
  create: CreateBasket,
});

/** Codes and pointers of all violations. */
function faultsOf(lines: unknown): [code: string, pointer: string][] {
  try {
    readNew(baskets, Buffer.from(JSON.stringify({ data: { type: 'baskets', attributes: { lines } } })));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ApiErrors)) throw error;
    const all = error instanceof ApiErrors ? error.errors : [error];
    return all.map(({ code, source }) => [code, (source as { pointer: string }).pointer]);
  }
}

const list = '/data/attributes/lines';

describe('IsArrayOf', () => {
  it('accepts a list of valid objects', () => {
    expect(faultsOf([{ title: 'Mug' }, { title: 'Cup', quantity: 5 }])).toEqual([]);
  });

  it.each([[[]], [Array(4).fill({ title: 'Mug' })], [[1]], [[null]], [{}], ['x'], [null]])(
    'rejects %j',
    (sent) => {
      expect(faultsOf(sent)).toEqual([['invalid_attribute', list]]);
    },
  );

  it('reports the violations of objects in the list with JSON pointers', () => {
    expect(faultsOf([{ title: 'Mug' }, { title: '', quantity: 6 }, { size: 1 }])).toEqual([
      ['invalid_attribute', `${list}/1/title`],
      ['invalid_attribute', `${list}/1/quantity`],
      ['unknown_attribute', `${list}/2/size`],
      ['invalid_attribute', `${list}/2`],
    ]);
  });
});
