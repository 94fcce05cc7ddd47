import { Entity } from 'typeorm';
import { Attribute, attributeOf, columnsOf, tableOf, Text, VersionedRow, CollatedText } from '.';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @Attribute('The title.')
  @Text()
  title: string;

  @CollatedText()
  title_normalized: string;
}

class Unmapped {
  id: string;
}

describe('what an entity says of its table', () => {
  it('has the columns of the classes that it extends, then its own, in the order of their declaration', () => {
    const own = ['title', 'title_normalized'];
    expect(columnsOf(Note).map(({ name }) => name)).toEqual([
      ...['shop_id', 'id', 'version', 'created_at', 'updated_at'],
      ...own,
    ]);
  });

  it('shows clients no column that is not marked as an attribute', () => {
    const shown = columnsOf(Note).filter(({ name }) => attributeOf(Note, name) !== undefined);
    expect(shown.map(({ name }) => name)).toEqual(['title']);
  });

  it('names the table with its schema, and refuses a class that is no entity', () => {
    expect(tableOf(Note)).toBe('shop.notes');
    expect(() => tableOf(Unmapped)).toThrow('Unmapped has no @Entity');
  });
});
