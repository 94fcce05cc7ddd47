import { Attribute, Int, Text, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** The draft of an app listing, which only the app's developer can read. Its id is the id of the app. */
@Entity({ schema: 'auth', name: 'app_listings' })
export class AppListing {
  @Uuid({ primary: true })
  id: string;

  @Attribute('Name of the app in the directory.')
  @Text()
  name: string;

  @Attribute('One sentence that says what the app does. Required for a submission.')
  @Text({ nullable: true })
  tagline: string | null;

  @Attribute('Description of the app. Line feeds separate paragraphs. Required for a submission.')
  @Text({ nullable: true })
  description: string | null;

  @Attribute('Name of the developer in the directory.')
  @Text()
  developer_name: string;

  @Attribute('Categories of the app, 1 to 3. Required for a submission.')
  @TextArray({ default: [] })
  categories: string[];

  @Attribute(
    'SHA-256 digests of the screenshots in display order. The URL of a screenshot contains its digest.',
  )
  @TextArray({ default: [] })
  screenshots: string[];

  @Attribute('URL at which shop owners get support for the app. Required for a submission.')
  @Text({ nullable: true })
  support_url: string | null;

  @Attribute('URL of the app’s privacy policy. Required for a submission.')
  @Text({ nullable: true })
  privacy_url: string | null;

  @Int({ default: 1 })
  version: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;

  @Attribute('Time of the last change of the draft.')
  @Timestamp({ default: () => 'now()' })
  updated_at: string;
}
