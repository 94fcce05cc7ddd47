import pino from 'pino';

/** A line waits at most this long before it is written, in ms. */
const flushMs = 500;
/** Characters of lines that are handed on at once: as many as Docker reads in one go. */
const together = 16_000;
/** What is handed over is written at once. */
const minLength = 1;

type Destination = ReturnType<typeof pino.destination> & { minLength: number };

/**
 * Where the lines of a process go, off the way of its requests: they are put together and handed to the disk or pipe some eighty at a time, because each handing over
 * wakes another thread. What waits is written when the process is asked to end, when it ends by an error that nobody caught, and where somebody asks for `flush`.
 * Where nothing is written nobody is woken.
 */
export function logLines(dest: number | string = 1): ReturnType<typeof pino.destination> {
  const out = pino.destination({ dest, minLength, sync: false }) as Destination;
  const [write, flush, flushSync] = [out.write.bind(out), out.flush.bind(out), out.flushSync.bind(out)];
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const handOver = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    return lines === '' || write(lines);
  };
  out.write = (line) => {
    waiting += line;
    timer ??= setTimeout(handOver, flushMs).unref();
    return waiting.length < together || handOver();
  };
  out.flush = (done) => {
    handOver();
    flush(done);
  };
  out.flushSync = () => {
    // To be written here: what another thread has begun to write nobody waits for in a process that ends.
    out.minLength = Infinity;
    handOver();
    flushSync();
    out.minLength = minLength;
  };
  return out;
}
