import { Int, Text, Timestamp, Uuid, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A logged request of an app to the shop API. */
@Entity({ schema: 'auth', name: 'app_requests' })
export class AppRequest extends IdentifiedRow {
  @Uuid()
  app_id: string;

  @Uuid()
  installation_id: string;

  @Timestamp()
  requested_at: string;

  @Text()
  method: string;

  @Text()
  route: string;

  @Int()
  status: number;

  @Int()
  duration_ms: number;

  @Text()
  request_id: string;

  /** Number of the app's requests that were skipped before this one, because too many requests arrived. */
  @Int()
  left_out: number;
}
