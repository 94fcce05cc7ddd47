/** Metrics of one service, in addition to the metrics that all services have. */
export abstract class OwnMetrics {
  abstract print(): Promise<string>;
}
