export abstract class OwnMetrics {
  abstract print(): Promise<string>;
}
