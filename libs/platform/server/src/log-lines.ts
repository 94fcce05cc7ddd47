import pino from 'pino';

/** Maximum delay of a log line in milliseconds. */
const MAX_DELAY_MS = 500;
/** Number of characters at which pending lines are written: the size of Docker's reads. */
const CHUNK_LENGTH = 16_000;
/** Minimum length that makes pino write every chunk that it receives. */
const minLength = 1;

type Destination = ReturnType<typeof pino.destination> & { minLength: number };

/**
 * Creates a destination of log lines. It collects about eighty lines per write, because each write wakes
 * another thread. Pending lines are written on exit, after an uncaught error and by `flush`.
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
    timer ??= setTimeout(handOver, MAX_DELAY_MS).unref();
    return waiting.length < CHUNK_LENGTH || handOver();
  };
  out.flush = (done) => {
    handOver();
    flush(done);
  };
  out.flushSync = () => {
    // Forces a synchronous write, because another thread might not finish before the process exits.
    out.minLength = Infinity;
    handOver();
    flushSync();
    out.minLength = minLength;
  };
  return out;
}
