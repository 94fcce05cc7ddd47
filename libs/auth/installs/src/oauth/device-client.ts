/**
 * OAuth client id of the platform's command line, the only client of device sign-ins. The client has no
 * secret, because users run the command line on their own machines (RFC 8252 §8.5).
 */
export const CLI_CLIENT = 'storewright-cli';

export const isDeviceRefresh = (form: ReadonlyMap<string, string>): boolean =>
  form.get('grant_type') === 'refresh_token' && form.get('client_id') === CLI_CLIENT;

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

export const MAX_DEVICE_NAME_LENGTH = 100;
export const MAX_COMMAND_LENGTH = 200;
