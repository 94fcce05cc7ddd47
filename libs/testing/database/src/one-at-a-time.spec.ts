import { oneAtATime } from './one-at-a-time';

it('oneAtATime() runs concurrent calls one after another, and continues after a failed call', async () => {
  const said: string[] = [];
  const ask = oneAtATime(async (word: string) => {
    said.push(`asks ${word}`);
    await new Promise((resolve) => setImmediate(resolve));
    said.push(`has ${word}`);
    if (word === 'two') throw new Error('refused');
    return word;
  });
  const answers = ['one', 'two', 'three'].map((word) => ask(word));
  expect(await Promise.allSettled(answers)).toMatchObject([
    { value: 'one' },
    { reason: new Error('refused') },
    { value: 'three' },
  ]);
  expect(said).toEqual(['asks one', 'has one', 'asks two', 'has two', 'asks three', 'has three']);
});
