/** The one program that people let in: the platform's own command line. It runs on many machines, so it has no secret (RFC 8252 §8.5). */
export const cliClient = 'storewright-cli';

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Of what the program calls its machine, in characters. */
export const maxDeviceName = 100;
