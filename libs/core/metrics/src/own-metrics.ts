/**
 * Additional metrics of a service. The module of the service provides them, and they are printed with the
 * common metrics.
 */
export abstract class OwnMetrics {
  /** Prints the metrics in the Prometheus text format. */
  abstract print(): Promise<string>;
}
