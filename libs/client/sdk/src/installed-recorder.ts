import type { Recording } from './recording';

/**
 * Global variable of the recorder that `@storewright/sdk/record` installs. The SDK does not import the recorder, so
 * that apps that record nothing contain no code of the recorder.
 */
export const INSTALLED_RECORDER = Symbol.for('@storewright/sdk recorder');

/** Member of a recorded object with the object behind the proxy, and the recorder. */
export const RECORDED = Symbol.for('@storewright/sdk recorded');

export interface Recorded {
  original: object;
  recorder: Recording;
}

/** Returns the installed recorder, or undefined. */
export function installedRecorder(): Recording | undefined {
  return (globalThis as { [INSTALLED_RECORDER]?: Recording })[INSTALLED_RECORDER];
}

/** Returns the object behind a proxy of a recorder, and the recorder. undefined for other objects. */
export function recordedOf(value: object): Recorded | undefined {
  return (value as { [RECORDED]?: Recorded })[RECORDED];
}
