import { Entity } from 'typeorm';
import { Attribute, attributeOf, columnsOf, Text, VersionedRow, CollatedText } from '.';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @Attribute('The title.')
  @Text()
  title: string;

  @CollatedText()
  title_normalized: string;
}

it('attributeOf returns undefined for a column without @Attribute()', () => {
  const shown = columnsOf(Note).filter(({ name }) => attributeOf(Note, name) !== undefined);
  expect(shown.map(({ name }) => name)).toEqual(['title']);
});
