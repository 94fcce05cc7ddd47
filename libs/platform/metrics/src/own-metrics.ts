/** What a service has beyond what all have: provided by its module, printed with the others. */
export abstract class OwnMetrics {
  /** In the text exposition format. */
  abstract print(): Promise<string>;
}
