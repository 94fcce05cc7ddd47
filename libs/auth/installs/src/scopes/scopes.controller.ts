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

/** All scopes with descriptions for shop owners (docs/contract.md §3). */
export const scopes = describeResource({
  type: 'scopes',
  description: 'A permission that an app can request.',
  ids: declaredScopes.map(({ scope }) => scope),
  path: '/api/scopes',
  attributes: { resource: 'string', action: 'string', sentence: 'string', personal_data: 'boolean' },
  described: {
    resource: { description: 'Resource type to which the scope gives access.' },
    action: {
      description: 'Action that the scope allows on the resource, such as get or post.',
      values: actions,
    },
    personal_data: {
      description: 'Whether the scope reveals names, addresses or contact data of customers.',
    },
    sentence: { description: 'Text for shop owners. It completes “This app will be able to”.' },
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
  @Public('all developers need the list of scopes')
  list(@ListParameters(scopes) query: ListQuery): Render {
    return list.page(query);
  }

  @Get(':id')
  @Public('all developers need the list of scopes')
  show(@Param('id') id: string, @ObjectParameters(scopes) query: ObjectQuery): Render {
    return list.show(id, query);
  }
}
