import { Controller, Get, Param } from '@nestjs/common';
import { Public } from '@storewright/access';
import {
  describeResource,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
} from '@storewright/json-api';
import { actions, declaredScopes } from '@storewright/scopes';
import { DeclaredList } from './declared-list';

/** Every scope with the sentence that a shop owner reads (docs/contract.md §3). */
export const scopes = describeResource({
  type: 'scopes',
  description: 'What an app can be allowed to do.',
  ids: declaredScopes.map(({ scope }) => scope),
  path: '/api/scopes',
  attributes: { resource: 'string', action: 'string', sentence: 'string', personal_data: 'boolean' },
  described: {
    resource: { description: 'The type that it is about.' },
    action: { description: 'What it allows.', values: actions },
    personal_data: { description: 'Whether it lets an app read who a customer is, and where.' },
    sentence: { description: 'What an owner of a shop reads: it completes “This app will be able to”.' },
  },
});

const list = new DeclaredList(
  scopes,
  declaredScopes.map(({ scope, description, personal, ...attributes }) => ({
    id: scope,
    ...attributes,
    sentence: description,
    personal_data: personal,
  })),
);

@Controller('api/scopes')
export class ScopesController {
  @Get()
  @Public('every developer needs to know the scopes')
  list(@ListParameters(scopes) query: ListQuery): Render {
    return list.page(query);
  }

  @Get(':id')
  @Public('every developer needs to know the scopes')
  show(@Param('id') id: string, @ObjectParameters(scopes) query: ObjectQuery): Render {
    return list.show(id, query);
  }
}
