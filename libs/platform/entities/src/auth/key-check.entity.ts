import { Entity } from 'typeorm';
import { Bytea, Word } from '../columns';

/** What tells a key from another one, and no more. */
@Entity({ schema: 'auth', name: 'key_checks' })
export class KeyCheck {
  /** `TOKEN_KEY`, or `SECRETS_KEY` and the id of the key. */
  @Word({ primary: true })
  name: string;

  @Bytea()
  digest: Buffer;
}
