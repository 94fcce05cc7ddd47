import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob } from '@storewright/database';
import { type RowsOfShop, type Shop, ShopRows } from '@storewright/tenancy';
import { ImageFile } from './image-file.entity';
import { ImageFiles } from './image-files';
import { ImageStore } from './image-store';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 100;

/**
 * Deletes discarded image files, and image files that no product image has used for a day. Each process cleans
 * up only the shops in which it has uploaded or discarded image files. After a crash, the next upload in a
 * shop cleans up that shop.
 */
@Injectable()
export class ImageCleanup implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('images');
  private readonly shops = new Map<string, Shop>();
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.run(),
    failed: (error) => this.log.warn(`images were not deleted: ${error.message}`),
  });

  constructor(
    private readonly rows: ShopRows,
    private readonly files: ImageFiles,
    private readonly store: ImageStore,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  schedule(shop: Shop): void {
    this.shops.set(shop.id, shop);
  }

  /**
   * Deletes unused image files of the shops that are scheduled for a cleanup. A shop with more image files
   * than one batch stays scheduled for the next run.
   */
  async run(): Promise<void> {
    for (const shop of [...this.shops.values()]) {
      if (this.job.isStopping) return;
      this.shops.delete(shop.id);
      const isDone = await this.cleanUp(this.rows.of(shop)).catch((error: Error) => {
        this.log.error({ err: error }, `images of a shop were not deleted: ${error.message}`);
        return false;
      });
      if (!isDone) this.schedule(shop);
    }
  }

  /**
   * Deletes image files that remained in the bucket after a reset or a removal of the shop. Throws 503 if the
   * bucket fails.
   */
  async deleteOrphans(shop: Shop): Promise<void> {
    await this.store.deleteOrphans(this.rows.of(shop));
  }

  private async cleanUp(rows: RowsOfShop): Promise<boolean> {
    const discarded = await this.files.discarded(rows, BATCH_SIZE);
    for (const { id } of discarded) {
      await this.store.delete(rows, id);
      await rows.repository(ImageFile).delete({ id });
    }
    return discarded.length < BATCH_SIZE;
  }
}
