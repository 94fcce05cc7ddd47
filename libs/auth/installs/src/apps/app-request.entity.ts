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

  /** Path pattern of the route. */
  @Text()
  route: string;

  @Int()
  status: number;

  @Int()
  duration_ms: number;

  @Text()
  request_id: string;

  /** Number of preceding requests of the app that were not recorded because there were too many. */
  @Int()
  left_out: number;
}
