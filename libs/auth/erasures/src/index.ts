export { confirmErasure } from './confirm-erasure';
export { Erasure } from './erasure.entity';
export { CreateErasureReceipt, erasureReceipts } from './erasure-receipt.resource';
export { ErasuresModule } from './erasures.module';
export { cancelShopErasures, customerResources, openCustomerErasure, openShopErasure } from './open-erasures';
export { ErasureJob } from './worker/erasure-job';
