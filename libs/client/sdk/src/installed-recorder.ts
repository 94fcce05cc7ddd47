import type { Recording } from './recording';

/**
 * Name of the global variable that contains the contract recorder of `@storewright/sdk/record`. The SDK does
 * not import the recorder, so that bundles of apps do not contain its code.
 */
export const INSTALLED_RECORDER = Symbol.for('@storewright/sdk recorder');

/**
 * Property of a proxy that the contract recorder creates. The value contains the original object and the
 * recorder.
 */
export const RECORDED = Symbol.for('@storewright/sdk recorded');

export interface Recorded {
  original: object;
  recorder: Recording;
}

/** Returns the contract recorder. Returns undefined unless the app loaded `@storewright/sdk/record`. */
export function installedRecorder(): Recording | undefined {
  return (globalThis as { [INSTALLED_RECORDER]?: Recording })[INSTALLED_RECORDER];
}

/**
 * Returns the original object and the contract recorder of a proxy. Returns undefined for an object without a
 * proxy.
 */
export function recordedOf(value: object): Recorded | undefined {
  return (value as { [RECORDED]?: Recorded })[RECORDED];
}
