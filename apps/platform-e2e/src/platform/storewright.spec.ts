import { ended } from './storewright';

it('says how a program ended that read nothing of its input', async () => {
  // More than a pipe holds: some of it is never taken.
  const input = 'x'.repeat(1_000_000);
  expect(await ended(['sh', '-c', 'exit 3'], { input })).toEqual({ code: 3, stdout: '', stderr: '' });
});
