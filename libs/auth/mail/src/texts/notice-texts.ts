import type { Role } from '@storewright/scopes';
import type { ForeignName } from '../foreign-name';
import type { ErasureMailKind, NoticeKind } from '../outgoing-mail.entity';

/** Values that the text of a security notice contains. A missing value is "…". */
export interface NoticeValues {
  shop: ForeignName;
  actor: ForeignName;
  name: ForeignName;
  role: string;
  email: ForeignName;
  device: ForeignName;
  address: string;
  /** Id of an erasure, or "…" for security notices without an erasure. */
  reference: string;
}

type NoticeText = (values: NoticeValues) => readonly [subject: string, sentence: string];

export interface NoticeTexts {
  roles: Record<Role, string>;
  personAdvice: string;
  listingAdvice: string;
  leakAdvice: string;
  erasureAdvice: Record<ErasureMailKind, string>;
  shopAdvice: string;
  texts: Record<NoticeKind | ErasureMailKind, NoticeText>;
}
