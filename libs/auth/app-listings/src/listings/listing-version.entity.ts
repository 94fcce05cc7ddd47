import { Attribute, CollatedText, Int, Text, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

export const versionStatuses = ['submitted', 'approved', 'rejected', 'withdrawn'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

/** A submitted version of an app listing. Only its status changes. Approved versions of listed apps are public. */
@Entity({ schema: 'auth', name: 'listing_versions' })
export class ListingVersion {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  app_id: string;

  @Attribute('Number of the version, from 1.')
  @Int()
  number: number;

  @Attribute('Decision of the operator. submitted: no decision yet.', { values: versionStatuses })
  @CollatedText()
  status: VersionStatus;

  @Attribute('Name of the app.')
  @CollatedText()
  name: string;

  @Attribute('One sentence that says what the app does.')
  @Text()
  tagline: string;

  @Attribute('Description in paragraphs.')
  @Text()
  description: string;

  @Attribute('Name of the developer.')
  @Text()
  developer_name: string;

  @Attribute('Categories of the app.')
  @TextArray()
  categories: string[];

  @Attribute('SHA-256 digests of the screenshots in display order.')
  @TextArray()
  screenshots: string[];

  /** Digest of the icon that the app had at the time of the submission. */
  @CollatedText({ nullable: true })
  icon_digest: string | null;

  @Attribute('URL at which owners of shops get support.')
  @Text()
  support_url: string;

  @Attribute('URL of the privacy policy.')
  @Text()
  privacy_url: string;

  @Attribute('Scopes that the app requested at the submission.')
  @TextArray()
  scopes: string[];

  @Attribute('Reasons for the rejection. null unless the operator rejected the version.')
  @Text({ nullable: true })
  reasons: string | null;

  @Attribute('Time of the submission.')
  @Timestamp({ default: () => 'now()' })
  submitted_at: string;

  @Attribute('Time of the decision or withdrawal. null while the version is submitted.')
  @Timestamp({ nullable: true })
  decided_at: string | null;
}
