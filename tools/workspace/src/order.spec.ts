import { storiesApart } from '../order.mjs';

const task = (id: string) => ({ project: id.split(':')[0]!, target: id.split(':')[1]! });

it('storiesApart() returns a run of browser stories and builds, and a run of all remaining tasks', () => {
  const all = ['a:lint', 'a:test', 'a:build', 'b:e2e', 'b:typecheck', 'a:e2e-far', 'a:test-orders'].map(task);
  const [first, second] = storiesApart(all);
  expect(first!.tasks).toEqual(['a:build', 'b:e2e', 'a:e2e-far'].map(task));
  expect(second!.tasks).toEqual(['a:lint', 'a:test', 'b:typecheck', 'a:test-orders'].map(task));
});
