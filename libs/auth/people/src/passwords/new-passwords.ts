import { Memberships } from '@storewright/members';
import type { LeakedPasswords } from './leaked-passwords';
import { problemOfPassword } from './password-rule';

/** Whether a person may take a password: not where it is made of what others know of them. */
export class NewPasswords {
  constructor(
    private readonly memberships: Memberships,
    private readonly leaked?: LeakedPasswords,
  ) {}

  /** What is wrong with it, or undefined. */
  async problemOf(
    password: string,
    { id, email, name }: { id: string; email: string; name: string },
  ): Promise<string | undefined> {
    const names = [name, ...(await this.memberships.namesOf(id))];
    return problemOfPassword(password, { email, names }, this.leaked);
  }

  /** Of somebody who has no account yet. */
  problemOfNew(
    password: string,
    { email, names }: { email: string; names: string[] },
  ): Promise<string | undefined> {
    return problemOfPassword(password, { email, names }, this.leaked);
  }
}
