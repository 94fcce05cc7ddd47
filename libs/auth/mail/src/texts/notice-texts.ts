import type { Role } from '@storewright/scopes';
import type { ForeignName } from '../foreign-name';
import type { ErasureMailKind, NoticeKind } from '../outgoing-mail.entity';

export interface NoticeValues {
  shop: ForeignName;
  actor: ForeignName;
  name: ForeignName;
  role: string;
  email: ForeignName;
  device: ForeignName;
  address: string;
  /** Id of an erasure, or "…" if the notice has none. */
  reference: string;
}

type NoticeText = (values: NoticeValues) => readonly [subject: string, sentence: string];

export interface NoticeTexts {
  roles: Record<Role, string>;
  /** Last paragraph of security notices about a person's account. */
  personAdvice: string;
  listingAdvice: string;
  /** Last paragraph of security notices about a leaked token or a used canary token. */
  leakAdvice: string;
  erasureAdvice: Record<ErasureMailKind, string>;
  shopAdvice: string;
  texts: Record<NoticeKind | ErasureMailKind, NoticeText>;
}
