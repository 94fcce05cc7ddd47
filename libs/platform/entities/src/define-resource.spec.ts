import { Description } from '@storewright/json-api';
import { IsDefined } from 'class-validator';
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
  CollatedText,
} from '.';

@Entity({ schema: 'shop', name: 'notes' })
class Note extends VersionedRow {
  @Attribute('The title.')
  @CollatedText()
  title: string;

  @CollatedText()
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

describe('defineResource', () => {
  it('derives the attributes and their kinds from @Attribute() columns and computed attributes', () => {
    expect(notes.attributes).toEqual({
      ...{ title: 'string', tags: 'string[]', body: 'json', words: 'number', pinned: 'boolean' },
      ...{ read_at: 'timestamp', state: 'string', initial: 'string' },
    });
  });

  it('places a computed attribute after the column that `after` names, or at the end', () => {
    const [first, second, ...rest] = Object.keys(notes.attributes);
    expect([first, second, rest.at(-1)]).toEqual(['title', 'initial', 'state']);
  });

  it('selects visible columns and relationship ids, but no hidden columns', () => {
    expect(notes.columns).not.toContain('title_normalized');
    expect(notes.columns).toContain('product_id');
  });

  it('derives the filter types from the column types', () => {
    expect(notes.filterable).toEqual({
      title: { is: 'string', column: 'title_normalized', as: lower },
      ...{ words: 'integer', pinned: 'boolean', product: 'id' },
      read_at: { is: 'timestamp', isNullable: true },
    });
  });

  it('adds the version, timestamps and events of a versioned row', () => {
    expect(notes.meta).toEqual({ created_at: 'timestamp', updated_at: 'timestamp', version: 'number' });
    expect(notes.events).toEqual(['created', 'updated', 'deleted']);
    expect(notes.versioned).toBe(true);
  });

  it('registers the resource, so that resourceOf(entity) returns it', () => {
    expect(resourceOf(Note)).toBe(notes);
  });

  it('throws for a second resource of the same entity', () => {
    expect(() =>
      defineResource(Note, { description: 'One of them.', type: 'memos', path: '/api/memos' }),
    ).toThrow('Note has two resources: notes and memos');
  });
});

describe('defineResource with a hidden column', () => {
  @Entity({ schema: 'shop', name: 'drafts' })
  class Draft extends VersionedRow {
    @Text()
    secret: string;
  }
  const names = { description: 'A note.', type: 'drafts', path: '/api/drafts' };

  it('throws if the column is a sort field', () => {
    expect(() => defineResource(Draft, { ...names, sortable: ['secret'] })).toThrow(
      'drafts: clients cannot see "secret"',
    );
  });

  it('throws if the column is a filter', () => {
    expect(() => defineResource(Draft, { ...names, filterable: { secret: true } })).toThrow(
      'drafts: clients cannot see "secret"',
    );
  });
});

it('defineResource throws for an attribute of type bytea', () => {
  @Entity({ schema: 'shop', name: 'files' })
  class File extends VersionedRow {
    @Attribute('The content.')
    @Bytea()
    content: Buffer;
  }
  expect(() =>
    defineResource(File, { description: 'One of them.', type: 'files', path: '/api/files' }),
  ).toThrow('a column of type bytea cannot be an attribute');
});

describe('defineResource with a DTO', () => {
  class CreateTicket {
    @IsDefined()
    title: string;
    @IsDefined()
    rating: number;
  }
  class DescribedTicket {
    @IsDefined()
    title: string;
    @Description('Sends a mail to the customer.')
    @IsDefined()
    notify: boolean;
  }
  const names = { description: 'A ticket.', type: 'tickets', path: '/api/tickets' };

  it('throws for a DTO attribute without a column, because its value would be lost', () => {
    @Entity({ schema: 'shop', name: 'tickets' })
    class Ticket extends VersionedRow {
      @Attribute('The title.')
      @Text()
      title: string;
    }
    expect(() => defineResource(Ticket, { ...names, create: CreateTicket })).toThrow(
      'tickets: the attribute "rating" of CreateTicket has no column.',
    );
  });

  it('accepts a DTO attribute without a column if it has @Description()', () => {
    @Entity({ schema: 'shop', name: 'tickets' })
    class Ticket extends VersionedRow {
      @Attribute('The title.')
      @Text()
      title: string;
    }
    expect(defineResource(Ticket, { ...names, create: DescribedTicket }).create).toBe(DescribedTicket);
  });
});

it('defineResource reads the events of a resource from its *.scopes.ts file', () => {
  @Entity({ schema: 'shop', name: 'customers' })
  class Customer extends VersionedRow {}
  const resource = defineResource(Customer, {
    description: 'A customer.',
    ...{ type: 'customers', path: '/api/customers' },
  });
  expect(resource.events).toEqual(['created', 'updated', 'deleted', 'redaction_requested', 'redacted']);
});

it('defineResource throws for an event that the *.scopes.ts file does not declare', () => {
  @Entity({ schema: 'shop', name: 'customers' })
  class Client extends VersionedRow {}
  const declare = () =>
    defineResource(Client, {
      description: 'A customer.',
      ...{ type: 'customers', path: '/api/customers' },
      events: { approved: 'an event of returns' },
    });
  expect(declare).toThrow('customers: the *.scopes.ts of customers does not declare the event "approved".');
});
