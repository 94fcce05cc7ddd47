import { catalogue, events, isEventType } from './index';

describe('event types', () => {
  it('have the form <resource>.<what happened>', () => {
    for (const type of Object.keys(events)) expect(type).toMatch(/^[a-z][a-z_]*\.[a-z_]+$/);
  });

  it('cover the changes of every resource that can be written', () => {
    const changes = { post: 'created', patch: 'updated', delete: 'deleted' };
    for (const [resource, sentences] of Object.entries(catalogue)) {
      for (const [action, change] of Object.entries(changes))
        expect([resource, change, isEventType(`${resource}.${change}`)]).toEqual([
          resource,
          change,
          action in sentences,
        ]);
    }
  });

  it('know nothing that no resource declares', () => {
    expect(isEventType('meta.stolen')).toBe(false);
    expect(isEventType('toString')).toBe(false);
  });
});
