import { type AttributeField, attributesOf, typedOf, wrongFields } from './attributes';

const fields: AttributeField[] = [
  { name: 'title', label: 'Title', kind: 'text', isRequired: true },
  { name: 'sku', label: 'SKU', kind: 'nullable' },
  { name: 'price_amount', label: 'Price', kind: 'amount', currency: 'EUR' },
  { name: 'inventory_quantity', label: 'Stock', kind: 'whole' },
  { name: 'tags', label: 'Tags', kind: 'tags' },
  { name: 'ends_at', label: 'Ends', kind: 'time' },
];
const attributes = {
  title: 'Mug',
  sku: null,
  price_amount: 1995,
  inventory_quantity: null,
  tags: ['a', 'b'],
  ends_at: '2026-11-30T12:30:00.000Z',
};

describe('typedOf, wrongFields and attributesOf', () => {
  it('convert attributes to form text and back without a change', () => {
    expect(attributesOf(fields, typedOf(fields, attributes))).toEqual(attributes);
  });

  it('report missing and invalid values of form fields', () => {
    const typed = {
      ...typedOf(fields, attributes),
      title: ' ',
      price_amount: '1.999',
      inventory_quantity: '3.5',
    };
    expect(wrongFields(fields, typed).map(({ name }) => name)).toEqual([
      'title',
      'price_amount',
      'inventory_quantity',
    ]);
  });

  it('remove duplicate tags that the user typed', () => {
    const typed = { ...typedOf(fields, attributes), tags: ' gift, , Ümläut,gift ' };
    expect(attributesOf(fields, typed)['tags']).toEqual(['gift', 'Ümläut']);
  });
});
