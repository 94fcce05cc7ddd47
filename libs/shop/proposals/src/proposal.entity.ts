import {
  Attribute,
  CollatedText,
  Int,
  Json,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  Uuid,
} from '@storewright/entities';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

export const proposalStatuses = ['pending', 'approved', 'declined', 'expired', 'failed'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const failureReasons = [
  'version_conflict',
  'insufficient_scope',
  'app_suspended',
  'app_uninstalled',
  'data_erased',
  'write_rejected',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** A write by an app that a member of the shop must approve or decline. */
@Entity({ schema: 'shop', name: 'proposals' })
export class Proposal extends AuthoredRow {
  @Attribute('Id of the installation whose app proposed the write.')
  @Uuid()
  installation_id: string;

  @Attribute(
    'Status of the proposal. pending: a member of the shop can decide, approved: the write is applied, ' +
      'declined: a member declined the write, expired: nobody decided in time, failed: the write could not be applied.',
    { values: proposalStatuses },
  )
  @CollatedText()
  status: ProposalStatus;

  @Attribute('HTTP method of the proposed request.', { values: ['POST', 'PATCH', 'DELETE'] })
  @CollatedText()
  method: string;

  @Attribute('URL path of the proposed request.')
  @Text()
  path: string;

  @Attribute('Type of the written objects. null for an atomic request that writes several types.')
  @CollatedText({ nullable: true })
  resource_type: string | null;

  @Attribute(
    'Id of the written object. null for an atomic request with several operations, and for a new object until the ' +
      'approval.',
  )
  @Uuid({ nullable: true })
  resource_id: string | null;

  @Attribute('Version of the object that the write changes. null for a new object and for an atomic request.')
  @Int({ nullable: true })
  base_version: number | null;

  @Attribute('Scopes that the write requires.')
  @TextArray()
  required_scopes: string[];

  /**
   * JSON text of an atomic request with the proposed operations. null after the decision, or after the
   * redaction of a customer.
   */
  @Text({ nullable: true })
  document: string | null;

  /** URL of the request that proposed the write. References in the document are relative to this URL. */
  @Text()
  base_url: string;

  /** Version that each object must have before the proposed operation. null for a new object. */
  @Json()
  versions: JsonText<(number | null)[]>;

  @Attribute('Reason for which the approved write could not be applied. null unless the status is failed.', {
    values: failureReasons,
  })
  @CollatedText({ nullable: true })
  failure_reason: FailureReason | null;

  @Attribute('Error code of the write. null unless failure_reason is version_conflict or write_rejected.')
  @CollatedText({ nullable: true })
  failure_code: string | null;

  @Attribute('Time at which the proposal expires if no member of the shop has decided.')
  @Timestamp()
  expires_at: string;

  @Attribute('Time of the decision or of the expiry. null while the proposal is pending.')
  @Timestamp({ nullable: true })
  decided_at: string | null;

  @Attribute(
    'Id of the person, the access token or the app that approved or declined the proposal. null without a decision.',
  )
  @Uuid({ nullable: true })
  decided_by_id: string | null;

  @Attribute(
    'Name of the person, the access token or the app that approved or declined the proposal. null without a decision.',
  )
  @Text({ nullable: true })
  decided_by_name: string | null;
}
