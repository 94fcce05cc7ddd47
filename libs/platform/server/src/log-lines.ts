import pino from 'pino';

/** Maximum delay of a log line in milliseconds. */
const MAX_DELAY_MS = 500;
/** Number of buffered characters at which log lines are written. It matches the size of Docker's reads. */
const CHUNK_LENGTH = 16_000;
/**
 * Minimum buffer length of pino. The value 1 makes pino write at once, because this module buffers log lines
 * itself.
 */
const minLength = 1;

type Destination = ReturnType<typeof pino.destination> & { minLength: number };

/**
 * Creates a pino destination that writes about eighty log lines at once, because each asynchronous write wakes
 * a thread. Buffered lines are also written on exit, after an uncaught error and by `flush`.
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
    // pino buffers the lines until `flushSync` writes them synchronously. An asynchronous write might not
    // finish before the process exits.
    out.minLength = Infinity;
    handOver();
    flushSync();
    out.minLength = minLength;
  };
  return out;
}
