import { Int, Text, Timestamp, Uuid, IdentifiedRow } from '@storewright/entities';
import { Entity } from 'typeorm';

/** One request of an app to the API of a shop. */
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

  /** The pattern. */
  @Text()
  route: string;

  @Int()
  status: number;

  @Int()
  duration_ms: number;

  @Text()
  request_id: string;

  /** Requests of the app before this one that were too many to be kept. */
  @Int()
  left_out: number;
}
