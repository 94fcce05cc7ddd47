import { Entity } from 'typeorm';
import { CollatedText, columnsOf, tableOf, Text, VersionedRow } from '.';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @Text()
  title: string;

  @CollatedText()
  title_normalized: string;
}

class Unmapped {
  id: string;
}

describe('columns and table of an entity', () => {
  it('columnsOf returns inherited columns first, then own columns in the order of declaration', () => {
    const own = ['title', 'title_normalized'];
    expect(columnsOf(Note).map(({ name }) => name)).toEqual([
      ...['shop_id', 'id', 'version', 'created_at', 'updated_at'],
      ...own,
    ]);
  });

  it('tableOf returns the table with its schema, and throws for a class that is not an entity', () => {
    expect(tableOf(Note)).toBe('shop.notes');
    expect(() => tableOf(Unmapped)).toThrow('Unmapped has no @Entity');
  });
});
