import type { Recording } from './recording';

/**
 * Global variable that contains the contract recorder of `@storewright/sdk/record`. The SDK does not import
 * the recorder, so bundles of apps do not contain it.
 */
export const INSTALLED_RECORDER = Symbol.for('@storewright/sdk recorder');

/**
 * Property of a proxy that the contract recorder returned. It contains the original object and the recorder.
 */
export const RECORDED = Symbol.for('@storewright/sdk recorded');

export interface Recorded {
  original: object;
  recorder: Recording;
}

/** Returns the contract recorder if one is installed. */
export function installedRecorder(): Recording | undefined {
  return (globalThis as { [INSTALLED_RECORDER]?: Recording })[INSTALLED_RECORDER];
}

/**
 * Returns the original object and the contract recorder of a proxy, or undefined for an object without a
 * proxy.
 */
export function recordedOf(value: object): Recorded | undefined {
  return (value as { [RECORDED]?: Recorded })[RECORDED];
}
