export { AccessTokensModule } from './access-tokens.module';
