/** Kinds of names that an app uses of a resource, in the order of the contract file. */
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

/** A request that the API accepted. */
export interface SentRequest {
  method: string;
  /** Path of the request with its query string. */
  path: string;
  body?: unknown;
}

/** Collects names of a resource type. */
export interface NameSink {
  add(type: string, kind: UseKind, names: Iterable<string>): void;
}

/** Records which names of the API an app uses. `ContractRecorder` implements this interface. */
export interface Recording {
  /** Records a request that the API accepted. `document` is the response. */
  request(request: SentRequest, document?: unknown): void;
  /** Returns a resource with direct members that records which members the app reads. */
  resource<T extends { type: string; id: string } & Record<string, unknown>>(flat: T): T;
  /** Returns a webhook event that records its type and which members of its resource the app reads. */
  event<T extends { type: string }>(event: T): T;
}
