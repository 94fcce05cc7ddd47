import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { emailKey } from './email';

export interface Owner {
  id: string;
  email: string;
}

const find = 'SELECT id, email, password_hash FROM auth.owners WHERE email_key = $1';

/** The people who own shops or develop apps. */
@Injectable()
export class Owners {
  constructor(private readonly database: AuthDatabase) {}

  /** With the hash of the password, for the sign-in alone. */
  async findByEmail(email: string): Promise<(Owner & { password_hash: string }) | undefined> {
    const [row] = await this.database.query({}, { text: find, values: [emailKey(email)] });
    return row as (Owner & { password_hash: string }) | undefined;
  }
}
