import { declaredResources, events, isAboutEvents, isEventType } from './index';

describe('event types', () => {
  it('have the form <resource>.<change>', () => {
    for (const type of Object.keys(events)) expect(type).toMatch(/^[a-z][a-z_]*\.[a-z_]+$/);
  });

  it('exist for each change that clients can make to a resource, except to resources that describe events', () => {
    const changes = { post: 'created', patch: 'updated', delete: 'deleted' };
    // The auth API changes shops and installs apps.
    const changedElsewhere = [
      ...['shops.updated', 'installations.created'],
      // A write of another resource creates a proposal.
      'proposals.created',
      // The DELETE of an order deletes its histories.
      ...['fulfillments.deleted', 'order_comments.deleted', 'transactions.deleted'],
    ];
    for (const { type: resource, scopes = {} } of declaredResources) {
      for (const [action, change] of Object.entries(changes)) {
        const type = `${resource}.${change}`;
        const isWritten = action in scopes && !isAboutEvents(resource);
        expect([type, isEventType(type)]).toEqual([type, isWritten || changedElsewhere.includes(type)]);
      }
    }
  });

  it('do not exist for resources that describe events or deliveries', () => {
    expect(['events', 'webhook_deliveries'].map(isAboutEvents)).toEqual([true, true]);
    expect(Object.keys(events).filter((type) => isAboutEvents(type.split('.')[0]!))).toEqual([]);
  });

  it('do not exist for undeclared resources', () => {
    expect(isEventType('meta.stolen')).toBe(false);
    expect(isEventType('toString')).toBe(false);
  });
});
