import pino from 'pino';

/** Maximum time in milliseconds for which a log line is buffered. */
const MAX_DELAY_MS = 500;
/**
 * Number of buffered characters above which log lines are written. Docker reads logs in chunks of this size.
 */
const CHUNK_LENGTH = 16_000;
/**
 * Buffer size above which pino writes. The value 1 makes pino write at once, because this module already
 * buffers log lines.
 */
const minLength = 1;

type Destination = ReturnType<typeof pino.destination> & { minLength: number };

/**
 * Creates a pino destination that combines about eighty log lines per write, because every asynchronous write
 * wakes a thread. `flush`, the exit of the process and an uncaught error also write the buffered lines.
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
    // Makes pino buffer log lines until `flushSync` writes them synchronously. An asynchronous write might
    // not finish before the process exits.
    out.minLength = Infinity;
    handOver();
    flushSync();
    out.minLength = minLength;
  };
  return out;
}
