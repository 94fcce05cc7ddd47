import { SettingsError } from '@storewright/config';

export type Options = ReadonlyMap<string, string>;

export function need(options: Options, name: string): string {
  const value = options.get(name);
  if (!value) throw new SettingsError(`--${name} is missing.`);
  return value;
}
