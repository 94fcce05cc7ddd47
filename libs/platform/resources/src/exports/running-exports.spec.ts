import { PassThrough } from 'node:stream';
import { ApiError } from '@storewright/json-api';
import { MOST_EXPORTS, RunningExports } from './running-exports';

const { ofToken, ofShop, ofAll } = MOST_EXPORTS;
const exporter = (token_id: string, shop = 'tea') => ({ token_id, shop: { id: shop } });
/** True if another export may start. */
const mayStart = (running: RunningExports, who: ReturnType<typeof exporter>): boolean => {
  try {
    running.check(who);
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'overloaded',
      headers: { 'retry-after': '10' },
    } as Partial<ApiError>);
    return false;
  }
};

describe('RunningExports', () => {
  it('rejects an export at the limit of its token, and accepts exports of another token in the same shop', async () => {
    const running = new RunningExports();
    const streams = Array.from({ length: ofToken }, () => running.add(exporter('one'), new PassThrough()));
    expect([mayStart(running, exporter('one')), mayStart(running, exporter('two'))]).toEqual([false, true]);
    const closed = new Promise((resolve) => streams[0]!.once('close', resolve));
    streams[0]!.destroy();
    await closed;
    expect(mayStart(running, exporter('one'))).toBe(true);
  });

  it('rejects an export at the limit of its shop, and accepts exports of another shop', () => {
    const running = new RunningExports();
    for (let token = 0; token < ofShop / ofToken; token += 1)
      for (let at = 0; at < ofToken; at += 1) running.add(exporter(`token-${token}`), new PassThrough());
    expect(mayStart(running, exporter('another'))).toBe(false);
    expect(mayStart(running, exporter('theirs', 'coffee'))).toBe(true);
  });

  it('rejects an export at the limit of the process', () => {
    const running = new RunningExports();
    for (let at = 0; at < ofAll; at += 1) running.add(exporter(`t-${at}`, `s-${at}`), new PassThrough());
    expect(mayStart(running, exporter('one'))).toBe(false);
  });
});
