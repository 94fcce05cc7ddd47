import { Controller, Get, Param } from '@nestjs/common';
import { Public } from '@storewright/access';
import {
  defineResource,
  List,
  type ListQuery,
  many,
  notFound,
  type ObjectQuery,
  one,
  pageOf,
  type Render,
  rowsToRead,
  rowsToSkip,
  Shown,
} from '@storewright/json-api';
import { declaredScopes } from '@storewright/scopes';

/** Every scope with the sentence that a shop owner reads (CONTRACT §3). */
export const scopes = defineResource({
  type: 'scopes',
  path: '/api/scopes',
  attributes: { resource: 'text', action: 'text', sentence: 'text' },
});

const rows = declaredScopes
  .map(({ scope, ...attributes }) => ({ id: scope as string, ...attributes }))
  .sort((one, other) => (one.id < other.id ? -1 : 1));

@Controller('api/scopes')
export class ScopesController {
  /** The ids are no UUIDs, so the pages are numbered and there are no cursors. */
  @Get()
  @Public('every developer needs to know the scopes')
  list(@List(scopes) asked: ListQuery): Render {
    const query = { ...asked, number: asked.number ?? 1 };
    const from = rowsToSkip(query);
    const sorted = query.order[0]?.descending ? rows.toReversed() : rows;
    const read = sorted.slice(from, from + rowsToRead(query));
    return many(scopes, pageOf(query, read, query.total ? rows.length : undefined), query);
  }

  @Get(':id')
  @Public('every developer needs to know the scopes')
  show(@Param('id') id: string, @Shown(scopes) query: ObjectQuery): Render {
    const row = rows.find((each) => each.id === id);
    if (!row) throw notFound('scopes', id);
    return one(scopes, row, query);
  }
}
