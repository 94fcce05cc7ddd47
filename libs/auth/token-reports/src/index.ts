export { TokenReportsModule } from './token-reports.module';
