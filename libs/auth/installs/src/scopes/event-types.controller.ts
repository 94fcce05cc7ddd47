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

/** All event types for `webhook_events`, with descriptions for shop owners (docs/contract.md §6). */
export const eventTypes = describeResource({
  type: 'event_types',
  description: 'An event type that an app can subscribe to.',
  ids: Object.keys(events),
  path: '/api/event_types',
  attributes: { resource: 'string', sentence: 'string' },
  described: {
    resource: { description: 'Resource type that the event is about.' },
    sentence: { description: 'Description of the event for shop owners.' },
  },
});

const list = new DeclaredList(
  eventTypes,
  Object.entries(events).map(([id, sentence]) => ({ id, resource: id.split('.')[0], sentence })),
);

@Controller('api/event_types')
export class EventTypesController {
  @Get()
  @Public('all developers need the list of events')
  list(@ListParameters(eventTypes) query: ListQuery): Render {
    return list.page(query);
  }

  @Get(':id')
  @Public('all developers need the list of events')
  show(@Param('id') id: string, @ObjectParameters(eventTypes) query: ObjectQuery): Render {
    return list.show(id, query);
  }
}
