export { ShopsModule } from './shops.module';
