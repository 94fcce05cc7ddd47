export { UNUSED_TOKEN_DAYS } from './access-tokens';
export { AccessTokensModule } from './access-tokens.module';
