import { Bytea, CollatedText, Timestamp } from '@storewright/rows';
import { Entity } from 'typeorm';

/** A package that the platform has offered for download. Lock files of apps contain its digest. */
@Entity({ schema: 'auth', name: 'downloads' })
export class Download {
  /** SHA-512 of the package in hexadecimal. */
  @CollatedText({ primary: true })
  digest: string;

  /** File name of the package, such as `storewright-sdk.tgz`. */
  @CollatedText()
  name: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
