import { ended } from './storewright';

describe('ended', () => {
  it('returns the exit code of a program that does not read its standard input', async () => {
    const moreThanAPipeHolds = 'x'.repeat(1_000_000);
    expect(await ended(['sh', '-c', 'exit 3'], { input: moreThanAPipeHolds })).toEqual({
      code: 3,
      stdout: '',
      stderr: '',
    });
  });

  it('interrupts a program that exceeds its time limit', async () => {
    const result = await ended(['sleep', '600'], { limitMs: 100 });
    expect(result).toMatchObject({ code: null, isInterrupted: true });
  });
});
