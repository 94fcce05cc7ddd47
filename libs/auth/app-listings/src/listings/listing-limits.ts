import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/**
 * Rate limits for requests of app developers that need storage, a review by the operator, or outgoing network
 * requests.
 */
@Injectable()
export class ListingLimits {
  private readonly screenshots: ExactLimit;
  private readonly submissions: ExactLimit;
  private readonly checks: ExactLimit;

  constructor(database: AuthDatabase) {
    this.screenshots = new ExactLimit(database, declaredLimit('auth-api:listing-screenshots'));
    this.submissions = new ExactLimit(database, declaredLimit('auth-api:listing-submissions'));
    this.checks = new ExactLimit(database, declaredLimit('auth-api:domain-checks'));
  }

  countScreenshot(owner_id: string): Promise<void> {
    return countHashed(this.screenshots, owner_id, 'Too many screenshots were uploaded');
  }

  countSubmission(owner_id: string): Promise<void> {
    return countHashed(this.submissions, owner_id, 'Too many listings were submitted');
  }

  countDomainCheck(owner_id: string): Promise<void> {
    return countHashed(this.checks, owner_id, 'The domain was checked too often');
  }
}
