const placeholder = 'any-shop-at-all';
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** The configured address of a host, or of one host per shop if the address contains `{shop}`. */
export class AddressFamily {
  private readonly start: string;
  /** Text after `{shop}`. Undefined for an address without `{shop}`. */
  private readonly end: string | undefined;

  private constructor(member: string) {
    [this.start = '', this.end] = member.split(placeholder);
  }

  static ofOrigins(address: string): AddressFamily {
    return new AddressFamily(exampleOf(address).origin);
  }

  static ofHostNames(address: string): AddressFamily {
    return new AddressFamily(exampleOf(address).hostname.toLowerCase());
  }

  includes(text: string): boolean {
    const { start, end } = this;
    if (end === undefined) return text === start;
    if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end))
      return false;
    return label.test(text.slice(start.length, text.length - end.length));
  }
}

const exampleOf = (address: string) => new URL(address.replace('{shop}', placeholder));
