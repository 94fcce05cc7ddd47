export { isTiming, RequestTimings, runTimed, timed, useTimings } from './server-timing';
export { startTracing } from './start-tracing';
export {
  annotate,
  isTracing,
  RequestTrace,
  traced,
  tracedCall,
  tracedMessage,
  tracedStatement,
  type TraceIds,
  traceIds,
  traceparent,
} from './traced';
