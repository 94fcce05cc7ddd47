import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/** Limits of requests that cost storage, the time of a reviewer, or requests to other servers. */
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

  /** Counts an upload of a screenshot. Throws `rate_limited`. */
  countScreenshot(owner_id: string): Promise<void> {
    return countHashed(this.screenshots, owner_id, 'Too many screenshots were uploaded');
  }

  /** Counts a submission of a listing. Throws `rate_limited`. */
  countSubmission(owner_id: string): Promise<void> {
    return countHashed(this.submissions, owner_id, 'Too many listings were submitted');
  }

  /** Counts a requested check of a domain. Throws `rate_limited`. */
  countDomainCheck(owner_id: string): Promise<void> {
    return countHashed(this.checks, owner_id, 'The domain was checked too often');
  }
}
