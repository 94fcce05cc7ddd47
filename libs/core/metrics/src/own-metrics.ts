/** Metrics of a service in addition to the common ones. A module of the service provides them. */
export abstract class OwnMetrics {
  /** Returns the metrics in the Prometheus text format. */
  abstract print(): Promise<string>;
}
