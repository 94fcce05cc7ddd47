import { Int, Json, type JsonText, parseJson, CollatedText, VersionedRow } from '@storewright/entities';
import { Entity, IsNull, MoreThan, Not } from 'typeorm';
import { inMemoryTransaction } from './in-memory-transaction';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @CollatedText({ nullable: true })
  title: string | null;
  @Int()
  pages: number;
  @Json({ nullable: true })
  lines: JsonText<unknown[]> | null;
}

const titles = (notes: readonly Note[]) => notes.map(({ title }) => title);

describe('InMemoryTransaction', () => {
  it('finds rows by the same conditions as a database repository', async () => {
    const tx = inMemoryTransaction();
    tx.given(Note, { title: 'a', pages: 1 }, { title: 'b', pages: 2 }, { pages: 3 });
    const notes = tx.repository(Note);
    expect(titles(await notes.find({ where: { pages: MoreThan(1) }, order: { pages: 'DESC' } }))).toEqual([
      null,
      'b',
    ]);
    expect(titles(await notes.find({ where: { title: Not(IsNull()) }, take: 1 }))).toEqual(['a']);
    // As in SQL, null is not unequal to any value.
    expect(titles(await notes.find({ where: { title: Not('a') } }))).toEqual(['b']);
    expect(await notes.exists({ where: { pages: 4 } })).toBe(false);
  });

  it('stores JSON values, including arrays, as text like the database driver', async () => {
    const tx = inMemoryTransaction();
    const [given] = tx.given(Note, { pages: 1, lines: [{ a: 1 }] });
    expect(parseJson(given!.lines!)).toEqual([{ a: 1 }]);
    expect(parseJson((await tx.repository(Note).update(given!, { lines: [2] }))!.lines!)).toEqual([2]);
    expect(tx.given(Note, { lines: '[3]' })[0]!.lines).toBe('[3]');
  });

  it('throws for a condition with the value undefined, like a database repository', () => {
    const tx = inMemoryTransaction();
    tx.given(Note, { pages: 1 });
    expect(() => tx.repository(Note).find({ where: { title: null as never } })).toThrow('use IsNull()');
  });

  it('records writes in order and ignores updates that change no value', async () => {
    const tx = inMemoryTransaction();
    const notes = tx.repository(Note);
    const note = await notes.insert({ title: 'a', pages: 1 });
    expect(await notes.update(note, { title: 'a' })).toBeUndefined();
    expect(await notes.update(note, { pages: 2 })).toMatchObject({ pages: 2, version: 2 });
    await notes.delete({ id: note.id });
    expect(tx.writes.map(({ kind, row }) => [kind, row['pages']])).toEqual([
      ['insert', 1],
      ['update', 2],
      ['delete', 2],
    ]);
    expect(await notes.find({ where: {} })).toEqual([]);
  });

  it('throws for a method that needs SQL', async () => {
    const tx = inMemoryTransaction();
    await expect(tx.query({ text: 'SELECT 1' } as never)).rejects.toThrow('query needs a database');
    const select = tx.repository(Note).select({} as never, {} as never);
    await expect(select).rejects.toThrow('select needs a database');
  });
});
