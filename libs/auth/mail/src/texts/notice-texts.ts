import type { Role } from '@storewright/scopes';
import type { ForeignName } from '../foreign-name';
import type { ErasureMailKind, NoticeKind } from '../outgoing-mail.entity';

/** Values for the text of a security notice. A missing value is "…". */
export interface NoticeValues {
  shop: ForeignName;
  actor: ForeignName;
  /** Name of the object that was created or changed. */
  name: ForeignName;
  role: string;
  email: ForeignName;
  device: ForeignName;
  address: string;
  /** Id of an erasure, or "…" if it is unknown. */
  reference: string;
}

type NoticeText = (values: NoticeValues) => readonly [subject: string, sentence: string];

export interface NoticeTexts {
  roles: Record<Role, string>;
  /** Last paragraph of security notices about a person's account. */
  personAdvice: string;
  /** Last paragraph of notices about the operator's decision on an app listing. */
  listingAdvice: string;
  /** Last paragraph of notices about a leaked token or a used canary token. */
  leakAdvice: string;
  /** Last paragraph of notices about erasures. */
  erasureAdvice: Record<ErasureMailKind, string>;
  /** Last paragraph of security notices about a shop. */
  shopAdvice: string;
  texts: Record<NoticeKind | ErasureMailKind, NoticeText>;
}
