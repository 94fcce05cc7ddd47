import { CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

export const domainStatuses = ['pending', 'verified', 'lost'] as const;
export type DomainStatus = (typeof domainStatuses)[number];
export const domainProblems = ['absent', 'unreachable'] as const;
export type DomainProblem = (typeof domainProblems)[number];

/** The domain of a developer, with the result of the last verification. */
@Entity({ schema: 'auth', name: 'developer_domains' })
export class DeveloperDomain {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @CollatedText()
  domain: string;

  /** Public verification token that the TXT record or the verification file must contain. */
  @CollatedText()
  token: string;

  @CollatedText({ default: 'pending' })
  status: DomainStatus;

  /** Problem that the last verification found. null if it succeeded. */
  @CollatedText({ nullable: true })
  problem: DomainProblem | null;

  /** Time of the last successful verification of the domain. */
  @Timestamp({ nullable: true })
  proved_at: string | null;

  @Timestamp({ nullable: true })
  checked_at: string | null;

  /**
   * Time of the next automatic verification. null before the first success, and after the domain lost its verified
   * status.
   */
  @Timestamp({ nullable: true })
  next_check_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
