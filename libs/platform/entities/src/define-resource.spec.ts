import { Entity } from 'typeorm';
import {
  Attribute,
  BigInt,
  type BigIntText,
  Bool,
  Bytea,
  belongsTo,
  defineResource,
  Json,
  type JsonText,
  resourceOf,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  VersionedRow,
  Word,
} from '.';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @Attribute('The title.')
  @Word()
  title: string;

  @Word()
  title_normalized: string;

  @Attribute('The tags.')
  @TextArray()
  tags: string[];

  @Attribute('The body.')
  @Json()
  body: JsonText;

  @Attribute('The words.')
  @BigInt()
  words: BigIntText;

  @Attribute('The pinned.')
  @Bool()
  pinned: boolean;

  @Attribute('The read at.')
  @Timestamp({ nullable: true })
  read_at: string | null;

  @Uuid()
  product_id: string;
}

const lower = (text: string) => text.toLowerCase();
const notes = defineResource(Note, {
  description: 'One of them.',
  type: 'notes',
  path: '/api/notes',
  computed: {
    state: {
      kind: 'string',
      description: 'A state.',
      sql: (row) => `CASE WHEN ${row}.pinned THEN 'pinned' END`,
    },
    initial: {
      kind: 'string',
      description: 'A letter.',
      after: 'title',
      sql: (row) => `left(${row}.title, 1)`,
    },
  },
  relationships: { product: belongsTo('products', 'product_id') },
  sortable: ['title', 'updated_at'],
  filterable: {
    title: { column: 'title_normalized', as: lower },
    words: true,
    pinned: true,
    read_at: true,
    product: true,
  },
});

describe('a resource over its entity', () => {
  it('has the attributes that are marked, of the kind of their columns, and what is computed behind them', () => {
    expect(notes.attributes).toEqual({
      ...{ title: 'string', tags: 'string[]', body: 'json', words: 'number', pinned: 'boolean' },
      ...{ read_at: 'timestamp', state: 'string', initial: 'string' },
    });
  });

  it('shows what is computed behind the column that it names, or else at the end', () => {
    const [first, second, ...rest] = Object.keys(notes.attributes);
    expect([first, second, rest.at(-1)]).toEqual(['title', 'initial', 'state']);
  });

  it('reads no column that clients don’t see, but the id of what it belongs to', () => {
    expect(notes.columns).not.toContain('title_normalized');
    expect(notes.columns).toContain('product_id');
  });

  it('compares what is filtered as the column’s type says, or in another form', () => {
    expect(notes.filterable).toEqual({
      title: { is: 'string', column: 'title_normalized', as: lower },
      ...{ words: 'integer', pinned: 'boolean', product: 'id' },
      read_at: { is: 'timestamp', isNullable: true },
    });
  });

  it('of a versioned row has its version and times in its meta, and its changes are events', () => {
    expect(notes.meta).toEqual({ created_at: 'timestamp', updated_at: 'timestamp', version: 'number' });
    expect(notes.events).toEqual(['created', 'updated', 'deleted']);
    expect(notes.versioned).toBe(true);
  });

  it('is found by its entity', () => {
    expect(resourceOf(Note)).toBe(notes);
  });

  it('is the only one of its entity', () => {
    expect(() =>
      defineResource(Note, { description: 'One of them.', type: 'memos', path: '/api/memos' }),
    ).toThrow('Note has two resources: notes and memos');
  });
});

describe('a declaration that names a column which no client may see', () => {
  @Entity({ schema: 'shop', name: 'drafts' })
  class Draft extends VersionedRow {
    @Text()
    secret: string;
  }
  const names = { description: 'A note.', type: 'drafts', path: '/api/drafts' };

  it('is refused as something to sort by', () => {
    expect(() => defineResource(Draft, { ...names, sortable: ['secret'] })).toThrow(
      'drafts names secret, which no client may see',
    );
  });

  it('is refused as something to filter by', () => {
    expect(() => defineResource(Draft, { ...names, filterable: { secret: true } })).toThrow(
      'drafts names secret, which no client may see',
    );
  });
});

it('refuses an attribute whose bytes no document can show', () => {
  @Entity({ schema: 'shop', name: 'files' })
  class File extends VersionedRow {
    @Attribute('The content.')
    @Bytea()
    content: Buffer;
  }
  expect(() =>
    defineResource(File, { description: 'One of them.', type: 'files', path: '/api/files' }),
  ).toThrow('a column of type bytea is no attribute');
});
