import type { Role } from '@storewright/scopes';
import type { ForeignName } from '../foreign-name';
import type { ErasureMailKind, NoticeKind } from '../outgoing-mail.entity';

/** Values that the text of a notice contains. A missing value is "…". */
export interface NoticeValues {
  shop: ForeignName;
  /** The person who made the change. */
  actor: ForeignName;
  /** The object that was created or changed. */
  name: ForeignName;
  role: string;
  email: ForeignName;
  device: ForeignName;
  /** IP address of the request, or "…" if it is unknown. */
  address: string;
  /** Id of an erasure, or "…" if it is unknown. */
  reference: string;
}

type NoticeText = (values: NoticeValues) => readonly [subject: string, sentence: string];

/** Texts of all notices in one language. */
export interface NoticeTexts {
  roles: Record<Role, string>;
  /** Last paragraph of each notice about a person's account. */
  personAdvice: string;
  /** Last paragraph of each notice about the operator's decision on a listing. */
  listingAdvice: string;
  /** Last paragraph of each notice about a leaked or canary token. */
  leakAdvice: string;
  /** Last paragraph of the notices about erasures. */
  erasureAdvice: Record<ErasureMailKind, string>;
  /** Last paragraph of each notice about a shop. */
  shopAdvice: string;
  texts: Record<NoticeKind | ErasureMailKind, NoticeText>;
}
