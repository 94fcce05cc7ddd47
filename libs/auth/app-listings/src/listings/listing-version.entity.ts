import { Attribute, CollatedText, Int, Text, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

export const versionStatuses = ['submitted', 'approved', 'rejected', 'withdrawn'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

@Entity({ schema: 'auth', name: 'listing_versions' })
export class ListingVersion {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  app_id: string;

  @Attribute('Version number of the app listing, starting at 1.')
  @Int()
  number: number;

  @Attribute('Review status of the version. submitted means that the operator has not decided yet.', {
    values: versionStatuses,
  })
  @CollatedText()
  status: VersionStatus;

  @Attribute('Name of the app.')
  @CollatedText()
  name: string;

  @Attribute('One sentence that says what the app does.')
  @Text()
  tagline: string;

  @Attribute('Description of the app. Line feeds separate paragraphs.')
  @Text()
  description: string;

  @Attribute('Name of the developer.')
  @Text()
  developer_name: string;

  @Attribute('Categories of the app.')
  @TextArray()
  categories: string[];

  @Attribute('SHA-256 digests of the app’s screenshots in display order.')
  @TextArray()
  screenshots: string[];

  @CollatedText({ nullable: true })
  icon_digest: string | null;

  @Attribute('URL at which shop owners get support for the app.')
  @Text()
  support_url: string;

  @Attribute('URL of the app’s privacy policy.')
  @Text()
  privacy_url: string;

  @Attribute('Scopes that the app requested when the version was submitted.')
  @TextArray()
  scopes: string[];

  @Attribute('Reasons for rejecting the version. null if it was not rejected.')
  @Text({ nullable: true })
  reasons: string | null;

  @Attribute('Time at which the version was submitted.')
  @Timestamp({ default: () => 'now()' })
  submitted_at: string;

  @Attribute('Time at which the version was approved, rejected or withdrawn. null while it is in review.')
  @Timestamp({ nullable: true })
  decided_at: string | null;
}
