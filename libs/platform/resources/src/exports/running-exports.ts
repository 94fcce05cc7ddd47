import { Injectable } from '@nestjs/common';
import { RunningStreams } from '../running-streams';

/**
 * Maximum number of concurrent exports in a process: per token, per shop, and in total. One token cannot use
 * all exports of its shop, and one shop cannot use all exports of the process.
 */
export const MOST_EXPORTS = { ofToken: 2, ofShop: 8, ofAll: 32 };

@Injectable()
export class RunningExports extends RunningStreams {
  constructor() {
    super(MOST_EXPORTS, 'export');
  }
}
