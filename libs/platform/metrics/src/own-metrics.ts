/** Additional metrics of a service. Its module provides them, and they are printed with the common ones. */
export abstract class OwnMetrics {
  /** Returns the Prometheus text format. */
  abstract print(): Promise<string>;
}
