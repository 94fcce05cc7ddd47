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
import { events } from '@storewright/scopes';
import { DeclaredList } from './declared-list';

/** Every type of event that an app may ask for as `webhook_events`, with the sentence that a shop owner reads (docs/contract.md §6). */
export const eventTypes = describeResource({
  type: 'event_types',
  description: 'What an app can be told of.',
  ids: Object.keys(events),
  path: '/api/event_types',
  attributes: { resource: 'string', sentence: 'string' },
  described: {
    resource: { description: 'The type that it is about.' },
    sentence: { description: 'What happened.' },
  },
});

const list = new DeclaredList(
  eventTypes,
  Object.entries(events).map(([id, sentence]) => ({ id, resource: id.split('.')[0], sentence })),
);

@Controller('api/event_types')
export class EventTypesController {
  @Get()
  @Public('every developer needs to know the events')
  list(@ListParameters(eventTypes) query: ListQuery): Render {
    return list.page(query);
  }

  @Get(':id')
  @Public('every developer needs to know the events')
  show(@Param('id') id: string, @ObjectParameters(eventTypes) query: ObjectQuery): Render {
    return list.show(id, query);
  }
}
