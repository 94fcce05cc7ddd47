import { Int, Text, Timestamp, Uuid, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

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

  /**
   * Number of the app's requests that the log skipped before this request, because too many requests arrived.
   */
  @Int()
  left_out: number;
}
