import { catalogue, events, isEventType } from './index';

describe('event types', () => {
  it('have the form <resource>.<what happened>', () => {
    for (const type of Object.keys(events)) expect(type).toMatch(/^[a-z][a-z_]*\.[a-z_]+$/);
  });

  it('cover the changes of every resource that can be written', () => {
    for (const resource of Object.keys(catalogue)) {
      for (const change of ['created', 'updated', 'deleted'])
        expect(isEventType(`${resource}.${change}`)).toBe(true);
    }
  });

  it('know nothing that no resource declares', () => {
    expect(isEventType('meta.stolen')).toBe(false);
    expect(isEventType('toString')).toBe(false);
  });
});
