/**
 * The only client of device sign-ins: the platform's command line. The command line runs on many machines, so
 * it has no secret (RFC 8252 §8.5).
 */
export const CLI_CLIENT = 'storewright-cli';

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Maximum length of a device name in characters. */
export const MAX_DEVICE_NAME_LENGTH = 100;
