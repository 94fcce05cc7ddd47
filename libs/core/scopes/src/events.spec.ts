import { events, isAboutEvents, isEventType, scopeRegistry } from './index';

describe('event types', () => {
  it('have the form <resource>.<what happened>', () => {
    for (const type of Object.keys(events)) expect(type).toMatch(/^[a-z][a-z_]*\.[a-z_]+$/);
  });

  it('cover the changes of every resource that can be written, unless it tells of events itself', () => {
    const changes = { post: 'created', patch: 'updated', delete: 'deleted' };
    // A shop is changed elsewhere: by its operator.
    const changedElsewhere = ['shops.updated'];
    for (const [resource, descriptions] of Object.entries(scopeRegistry)) {
      for (const [action, change] of Object.entries(changes)) {
        const type = `${resource}.${change}`;
        const isWritten = action in descriptions && !isAboutEvents(resource);
        expect([type, isEventType(type)]).toEqual([type, isWritten || changedElsewhere.includes(type)]);
      }
    }
  });

  it('are of nothing that tells of events', () => {
    expect(['events', 'webhook_deliveries'].map(isAboutEvents)).toEqual([true, true]);
    expect(Object.keys(events).filter((type) => isAboutEvents(type.split('.')[0]!))).toEqual([]);
  });

  it('know nothing that no resource declares', () => {
    expect(isEventType('meta.stolen')).toBe(false);
    expect(isEventType('toString')).toBe(false);
  });
});
