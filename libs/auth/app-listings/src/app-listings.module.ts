import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { App, Installation } from '@storewright/entities';
import { MembersModule } from '@storewright/members';
import { SessionsModule } from '@storewright/sessions';
import { Directory, LISTINGS_URL } from './directory/directory';
import { DirectoryController } from './directory/directory.controller';
import { DeveloperDomain } from './domains/developer-domain.entity';
import { DeveloperDomains } from './domains/developer-domains';
import { DeveloperDomainsController } from './domains/developer-domains.controller';
import { DomainProof, LISTING_TARGETS } from './domains/domain-proof';
import { DomainRechecks } from './domains/domain-rechecks';
import { ListingImage } from './images/listing-image.entity';
import { ListingImages } from './images/listing-images';
import { ListingImagesController } from './images/listing-images.controller';
import { AppListing } from './listings/app-listing.entity';
import { AppListings } from './listings/app-listings';
import { AppListingsController } from './listings/app-listings.controller';
import { ListedApp } from './listings/listed-app.entity';
import { ListingLimits } from './listings/listing-limits';
import { ListingVersion } from './listings/listing-version.entity';
import { ListingVersions } from './listings/listing-versions';
import { ListingVersionsController } from './listings/listing-versions.controller';

export interface AppListingsOptions {
  authUrl: string;
  /** Allows developers to verify local domains such as localhost. For development only. */
  allowLoopback: boolean;
}

const entities = [App, AppListing, DeveloperDomain, Installation, ListedApp, ListingImage, ListingVersion];

/** App listings, verified domains of developers, and the app directory of a shop. */
@Module({})
export class AppListingsModule {
  static forRoot({ authUrl, allowLoopback }: AppListingsOptions): DynamicModule {
    return {
      module: AppListingsModule,
      imports: [TypeOrmModule.forFeature(entities, 'auth'), SessionsModule, MembersModule],
      controllers: [
        AppListingsController,
        ListingVersionsController,
        ListingImagesController,
        DeveloperDomainsController,
        DirectoryController,
      ],
      providers: [
        { provide: LISTINGS_URL, useValue: authUrl },
        { provide: LISTING_TARGETS, useValue: { allowLoopback } },
        ...[AppListings, ListingVersions, ListingImages, ListingLimits],
        ...[DeveloperDomains, DomainProof, DomainRechecks, Directory],
      ],
      exports: [DomainRechecks],
    };
  }
}
