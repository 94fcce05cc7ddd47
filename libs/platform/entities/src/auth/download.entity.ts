import { Bytea, CollatedText, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';

/**
 * A package that the platform has offered for download. Old versions remain available until they have been
 * unused for a year, because lock files of apps contain their digests.
 */
@Entity({ schema: 'auth', name: 'downloads' })
export class Download {
  /** SHA-512 of the package in hexadecimal. */
  @CollatedText({ primary: true })
  digest: string;

  @CollatedText()
  name: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  /** Time of the last request for the package, accurate to one day. */
  @Timestamp({ default: () => 'now()' })
  requested_at: string;
}
