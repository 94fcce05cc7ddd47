/** Lists of names in a contract for one resource type, in the order of the contract file. */
export const useKinds = [
  'operations',
  'reads',
  'creates',
  'updates',
  'filters',
  'sorts',
  'includes',
] as const;
export type UseKind = (typeof useKinds)[number];

export interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
}

/** Collects the names of a resource type that an app uses. */
export interface NameSink {
  add(type: string, kind: UseKind, names: Iterable<string>): void;
}

/** Records which names of the API an app uses. Implemented by `ContractRecorder`. */
export interface Recording {
  /** Records a request that the API accepted. `document` is the response. */
  request(request: SentRequest, document?: unknown): void;
  /** Returns a proxy of a resource that records which members the app reads. */
  resource<T extends { type: string; id: string } & Record<string, unknown>>(flat: T): T;
  /**
   * Returns a proxy of a webhook event that records its type and which members of its resource the app reads.
   */
  event<T extends { type: string }>(event: T): T;
}
